import { sql } from 'kysely'
import { leastSurplus } from '#contract/payouts.ts'
import { ProviderDown } from '#server/adapters/payments/payments.ts'
import type { Database } from '#server/kernel/database.ts'
import type { Shop } from '#server/shop/shop.ts'
import { canCheck } from './address.ts'
import { offerRest, restOf } from './offer.ts'
import { readReceived } from './received.ts'

/**
 * Offers back what was paid above the total of an order that is finished, when the provider would take
 * it. Once: what was offered before, and withdrawn, is not offered again by itself unless more came.
 */
export async function offerSurplus(db: Database, crypto: Shop['crypto'], orderId: string) {
  const order = await db
    .selectFrom('orders')
    .select('payment_status as status')
    .select(
      // Each offer was of all that there was to give back then: an earlier one is in the last.
      sql<number>`coalesce((select case when status = 'withdrawn' then amount_cents else 0 end
         from payouts where order_id = orders.id and kind = 'over'
        order by created_at desc, id desc limit 1), 0)`.as('withdrawnCents'),
    )
    .where('id', '=', orderId)
    .executeTakeFirst()
  const received = order && (await readReceived(db, orderId))
  // Of several payments, each at its own rate, staff say what is to go back.
  if (!received || received.payment_count > 1 || !canCheck(received.network)) return
  const offer = restOf(order, received)
  if (offer?.kind !== 'over') return
  const provider = crypto[received.provider]
  if (!provider) throw new ProviderDown(`There is no ${received.provider} any more`)
  const least = Math.max(leastSurplus * 100, await provider.minimumCents(received.currency))
  if (offer.cents - order.withdrawnCents >= least) await offerRest(db, null, orderId)
}
