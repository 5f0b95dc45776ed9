import { sql } from 'kysely'
import { payments } from '#contract/selling/payments.ts'
import { longMoment } from '#contract/wire/time-zone.ts'
import type { CryptoProviders } from '#server/adapters/payments/crypto-provider.ts'
import { ProviderDown, ProviderRefused } from '#server/adapters/payments/payments.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { getOrder } from '#server/selling/orders/orders.ts'
import { holdsRate, moneyWasSeen } from '#server/selling/orders/rate-held.ts'
import { settleOrder } from '#server/selling/orders/settle.ts'
import { settleCrypto } from './settle-crypto.ts'

/** A customer with many orders could pay the one whose coin has fallen most since. */
const mostOpen = 3

/** A customer cannot cancel these orders, so they are counted separately from the others. */
const failedAfterMoney = sql<boolean>`payment_status = 'failed' and ${moneyWasSeen}`

/** An arbitrary constant. The lock serialises the crypto orders of one customer. */
const lockSpace = 7_213_342

/** Orders that failed after money was seen have a limit of their own, of the same size. */
export async function assertFewOpen(tx: Tx, userId: number, { timeZone }: { timeZone: string }) {
  await sql`select pg_advisory_xact_lock(${lockSpace}::integer, hashint8(${userId}))`.execute(tx)
  const open = await tx
    .selectFrom('orders')
    .select(sql<Date>`expires_at + interval '24 hours'`.as('until'))
    .select(failedAfterMoney.as('failed_after_money'))
    .where('user_id', '=', userId)
    .where('type', '=', 'crypto')
    .where('payment_status', 'in', ['waiting', 'confirming', 'partially_paid', 'expired', 'failed'])
    .where(holdsRate)
    .where(
      // An order whose payment was never created has no address to pay to. Coins that were seen and
      // did not arrive can be worth the whole price.
      sql<boolean>`(payment_status = 'waiting' or ${failedAfterMoney} or exists (
        select from payments where order_id = orders.id having sum(worth_cents) < total_cents))`,
    )
    .orderBy('expires_at')
    .execute()
  const groups = Map.groupBy(open, ({ failed_after_money }) => failed_after_money)
  const full = [...groups.values()].filter(({ length }) => length >= mostOpen)
  if (full.length === 0) return
  const latest = Math.max(...full.map((orders) => orders.at(-mostOpen)!.until.getTime()))
  throw new Refusal(payments.add.refusals.too_many_open_orders, {
    values: {
      count: full.reduce((sum, { length }) => sum + length, 0),
      moment: longMoment(new Date(latest), timeZone),
    },
  })
}

/** Coins can still arrive later (`reclaimPrice`). Throws `unknown_order` and `not_waiting`. */
export async function cancelCryptoOrder(
  db: Database,
  crypto: CryptoProviders,
  userId: number,
  id: string,
) {
  const order = await getOrder(db, userId, id)
  if (await isCanceled(db, id)) return order
  if (!order.can_cancel) throw new Refusal(payments.cancel.refusals.not_waiting)
  await readAgain(db, crypto, id)
  await transaction(db, async (tx) => {
    await settleOrder(tx, id, 'window_over')
    const canceled = await tx
      .updateTable('orders')
      .set({ canceled_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('payment_status', 'in', ['expired', 'failed'])
      .where('canceled_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!canceled && !(await isCanceled(tx, id)))
      throw new Refusal(payments.cancel.refusals.not_waiting)
  })
  return getOrder(db, userId, id)
}

async function isCanceled(db: Database, id: string) {
  const canceled = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', id)
    .where('payment_status', 'in', ['expired', 'failed'])
    .where('canceled_at', 'is not', null)
    .executeTakeFirst()
  return canceled !== undefined
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
