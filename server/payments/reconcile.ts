import { sql } from 'kysely'
import type { PaymentStatus } from '#contract/orders.ts'
import { ProviderDown, ProviderRefused } from '#server/adapters/payments/payments.ts'
import type { Database } from '#server/kernel/database.ts'
import type { Shop } from '#server/kernel/shop.ts'
import { settleOrder } from '#server/orders/settle.ts'
import { settleSession } from './settle-card.ts'
import { settleCrypto } from './settle-crypto.ts'

type Providers = Pick<Shop, 'db' | 'card' | 'crypto'>

const batch = 50

/**
 * Asks the providers about payments that are not settled, so that a lost webhook loses nothing, and
 * expires orders whose window is over. A payment is asked about less often the older it is; crypto
 * orders that have expired are asked about for a week, as late money counts.
 */
export async function recheckPayments({ db, card, crypto }: Providers) {
  for (const payment of await findDue(db)) {
    try {
      await recheckPayment({ db, card, crypto }, payment)
    } catch (error) {
      // A provider that is down is down for the others too: the next run begins where this one ends.
      if (error instanceof ProviderDown) break
      await markChecked(db, payment)
      if (!(error instanceof ProviderRefused)) throw error
      if (payment.over) await settleOrder(db, payment.order_id, 'window_over')
    }
  }
  for (const { id } of await findUnpayable(db)) await settleOrder(db, id, 'window_over')
}

type Due = Awaited<ReturnType<typeof findDue>>[number]

async function recheckPayment({ db, card, crypto }: Providers, payment: Due) {
  const { provider, provider_id: id, order_id, over } = payment
  if (provider === 'stripe' && card) {
    if (over) await card.expireSession(id)
    await settleSession(db, card, id)
  } else if (provider === 'nowpayments' && crypto) {
    await settleCrypto(db, crypto, id)
    if (over) await settleOrder(db, order_id, 'window_over')
  } else {
    await markChecked(db, payment)
    if (over) await settleOrder(db, order_id, 'window_over')
  }
}

const open: PaymentStatus[] = ['waiting', 'confirming', 'partially_paid']

/** Payments worth asking about, those that were not asked about for longest first. */
function findDue(db: Database) {
  return db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['provider', 'provider_id', 'order_id'])
    .select(sql<boolean>`payment_status = 'waiting' and orders.expires_at <= now()`.as('over'))
    .where((eb) =>
      eb.or([
        eb('payment_status', 'in', open),
        eb.and([
          eb('payment_status', '=', 'expired'),
          eb('type', '=', 'crypto'),
          eb('orders.created_at', '>', sql<Date>`now() - interval '7 days'`),
        ]),
      ]),
    )
    .where(
      sql<boolean>`checked_at <= now() - greatest(interval '45 seconds', (now() - payments.created_at) / 12)`,
    )
    .orderBy('checked_at')
    .limit(batch)
    .execute()
}

function markChecked(db: Database, { provider, provider_id }: Due) {
  return db
    .updateTable('payments')
    .set({ checked_at: sql`now()` })
    .where('provider', '=', provider)
    .where('provider_id', '=', provider_id)
    .execute()
}

/** Orders over their window whose payment was never begun, as when the process ended in between. */
function findUnpayable(db: Database) {
  return db
    .selectFrom('orders')
    .select('id')
    .where('payment_status', '=', 'waiting')
    .where('expires_at', '<=', sql<Date>`now()`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('payments').select('id').whereRef('payments.order_id', '=', 'orders.id')),
      ),
    )
    .limit(batch)
    .execute()
}
