import { sql } from 'kysely'
import type { FraudWarning } from '#server/adapters/payments/card-provider.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { record } from '#server/platform/events/record.ts'
import { leftOf, listRefundable } from '#server/selling/orders/refundable.ts'
import { type LockedOrder, lockOrder } from '#server/selling/orders/settle.ts'
import { writeRefund } from '#server/selling/refunds/place.ts'

/** Stores the warning once. Returns the id of a refund if the settings ask for one. */
export async function hearFraudWarning(
  tx: Tx,
  orderId: string,
  warning: FraudWarning,
): Promise<string | null> {
  const order = await lockOrder(tx, orderId)
  if (!order) return null
  const kept = await tx
    .insertInto('fraud_warnings')
    .values({
      provider_id: warning.id,
      order_id: orderId,
      fraud_type: warning.fraudType.slice(0, 100),
      warned_at: warning.warnedAt,
    })
    .onConflict((conflict) => conflict.column('provider_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!kept) return null
  const refund = await giveBack(tx, order)
  if (refund)
    await tx
      .updateTable('fraud_warnings')
      .set({ refund_id: refund })
      .where('id', '=', kept.id)
      .execute()
  await record(tx, 'fraud.warned', {
    userId: order.userId,
    data: {
      order: orderId,
      warning: kept.id,
      fraud_type: warning.fraudType,
      amount_cents: order.totalCents - order.refundedCents,
      refund,
    },
  })
  return refund
}

/** Refunds the rest of a paid order, up to the amount in the settings. */
async function giveBack(tx: Tx, order: LockedOrder): Promise<string | null> {
  if (order.status !== 'finished') return null
  const items = (await listRefundable(tx, order.id)).filter((item) => item.left > 0)
  const left = leftOf(items)
  const { most } = await tx
    .selectFrom('settings')
    .select(sql<number>`fraud_refund_dollars * 100`.as('most'))
    .executeTakeFirstOrThrow()
  if (left === 0 || left > most) return null
  const { id } = await writeRefund(tx, null, order.id, {
    items: items.map((item) => ({ id: item.id, amount: item.left })),
    take_time: true,
    give_code: true,
    stop_renewal: true,
    reason: 'fraud',
    note: 'Automatic: the card’s bank warned of fraud.',
  })
  return id
}
