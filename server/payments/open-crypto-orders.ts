import { sql } from 'kysely'
import { payments } from '#contract/payments.ts'
import type { CryptoProviders } from '#server/adapters/payments/crypto-provider.ts'
import { ProviderDown, ProviderRefused } from '#server/adapters/payments/payments.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { getOrder } from '#server/orders/orders.ts'
import { settleOrder } from '#server/orders/settle.ts'
import { settleCrypto } from './settle-crypto.ts'

/** An open order holds the uses of its codes for an hour, even if the customer does not pay. */
const mostOpen = 3

/** An arbitrary constant. The lock serialises the crypto orders of one customer. */
const lockSpace = 7_213_342

/** Throws if this customer already has the maximum number of open crypto orders. */
export async function assertFewOpen(tx: Tx, userId: number) {
  await sql`select pg_advisory_xact_lock(${lockSpace}::integer, hashint8(${userId}))`.execute(tx)
  const { open } = await tx
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('user_id', '=', userId)
    .where('type', '=', 'crypto')
    .where('payment_status', '=', 'waiting')
    .executeTakeFirstOrThrow()
  if (open < mostOpen) return
  throw new Refusal(payments.add.refusals.too_many_open_orders, { values: { count: open } })
}

/**
 * Cancels an order that its customer no longer wants to pay, for example to choose another coin. It
 * releases its price: coins that arrive later count with their value on arrival, towards the price
 * that the order has then (`reclaimPrice`). Throws `unknown_order` and `not_waiting`.
 */
export async function cancelCryptoOrder(
  db: Database,
  crypto: CryptoProviders,
  userId: number,
  id: string,
) {
  const order = await getOrder(db, userId, id)
  if (order.type !== 'crypto' || order.payment_status !== 'waiting')
    throw new Refusal(payments.cancel.refusals.not_waiting)
  await readAgain(db, crypto, id)
  await transaction(db, async (tx) => {
    const status = await settleOrder(tx, id, 'window_over')
    if (status !== 'expired') throw new Refusal(payments.cancel.refusals.not_waiting)
    const at = { canceled_at: sql<Date>`now()` }
    await tx.updateTable('orders').set(at).where('id', '=', id).execute()
  })
  return getOrder(db, userId, id)
}

/** If the provider cannot be reached now, the reconciliation job queries it for a week. */
async function readAgain(db: Database, crypto: CryptoProviders, orderId: string) {
  const rows = await db
    .selectFrom('payments')
    .select(['provider', 'provider_id'])
    .where('order_id', '=', orderId)
    .execute()
  try {
    for (const { provider, provider_id } of rows) {
      const asked = provider === 'stripe' ? null : crypto[provider]
      if (asked) await settleCrypto(db, asked, provider_id)
    }
  } catch (error) {
    if (!(error instanceof ProviderDown || error instanceof ProviderRefused)) throw error
  }
}
