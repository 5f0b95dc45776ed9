import { sql } from 'kysely'
import { leastSurplus } from '#contract/selling/payouts.ts'
import { ProviderDown } from '#server/adapters/payments/payments.ts'
import type { Database } from '#server/kernel/database/database.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { readReceived, restOf } from '#server/selling/orders/received.ts'
import { canCheck } from './address.ts'
import { offerRest } from './offer.ts'

/** Only if the provider can send it. After a withdrawal, only more coins create a new offer. */
export async function offerSurplus(db: Database, crypto: PlatformShop['crypto'], orderId: string) {
  const order = await db
    .selectFrom('orders')
    .select(['payment_status as status', 'paid_at as paidAt'])
    .select(
      // Each offer covers everything refundable, so the last one includes all earlier ones.
      sql<number>`coalesce((select case when status = 'withdrawn' then amount_cents else 0 end
         from payouts where order_id = orders.id and kind = 'over'
        order by created_at desc, id desc limit 1), 0)`.as('withdrawnCents'),
    )
    .where('id', '=', orderId)
    .executeTakeFirst()
  const received = order && (await readReceived(db, orderId))
  if (!received || !canCheck(received.network)) return
  // A surplus goes back at the payment's average rate. A customer who sent a part at a low rate and
  // the rest at a high one would gain the difference, so staff decide.
  if (received.payment_count > 1 || received.rates_differ) return
  const offer = restOf(order, received)
  if (offer?.kind !== 'over') return
  const provider = crypto[received.provider]
  if (!provider) throw new ProviderDown(`${received.provider} is no longer set up`)
  const least = Math.max(leastSurplus * 100, await provider.minimumCents(received.currency))
  if (offer.cents - order.withdrawnCents >= least) await offerRest(db, null, orderId)
}
