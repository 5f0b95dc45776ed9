import { staffRefunds } from '#contract/selling/staff-refunds.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'

/** Marks a refund that was made at the provider as reviewed. Throws 404. */
export function lookAtRefund(db: Database, staff: Staff, orderId: string, id: string) {
  return transaction(db, async (tx) => {
    const refund = await tx
      .selectFrom('refunds')
      .innerJoin('orders', 'orders.id', 'order_id')
      .select(['look_at', 'user_id as userId', 'amount_cents'])
      .where('refunds.id', '=', id)
      .where('order_id', '=', orderId)
      .forUpdate('refunds')
      .executeTakeFirst()
    if (!refund) throw new Refusal(staffRefunds.look.refusals.unknown_refund)
    if (!refund.look_at) return
    await tx.updateTable('refunds').set({ look_at: false }).where('id', '=', id).execute()
    const { userId, amount_cents } = refund
    await record(tx, 'refund.looked_at', {
      userId,
      staff,
      data: { refund: id, order: orderId, amount_cents },
    })
  })
}
