import { sql } from 'kysely'
import { type OrderReview, orderRefusals } from '#contract/selling/orders.ts'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import type { PaymentProvider } from '#contract/wire/payment-provider.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { ranOut } from './ran-out.ts'
import type { LockedOrder } from './settle.ts'

/** Over `orders`: why staff must review it. Null after a review, refund or payout, or 30 days. */
export const openReview = sql<OrderReview | null>`(
  select orders.review where orders.review_at > now() - interval '30 days'
     and case orders.review when 'already_refunded' then orders.payment_status in ('refunded', 'partially_paid')
                     else orders.payment_status = 'finished' end
     and not exists (select from payouts where order_id = orders.id and created_at >= orders.review_at
                        and not ${ranOut})
     and not exists (select from refunds where order_id = orders.id and created_at >= orders.review_at
                        and refunds.status in ('asked', 'pending', 'succeeded')))`

/** Over `orders`: since when staff must review the order. Null if nothing is to review. */
export const openReviewAt = sql<Date | null>`case when ${openReview} is not null then orders.review_at end`

export type ProviderPayment = { provider: PaymentProvider; id: string }

/** Notifies the customer too. The caller has locked the order and stored the payment. */
export async function reviewOrder(
  tx: Tx,
  { id, userId }: Pick<LockedOrder, 'id' | 'userId'>,
  reason: OrderReview,
  { provider, id: providerId }: ProviderPayment,
) {
  await tx
    .updateTable('orders')
    // now() is the start of this transaction, which may have waited for the offer of a payout.
    .set({ review: reason, review_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
  const payment = await tx
    .selectFrom('payments')
    .select(['actually_paid', 'pay_currency', 'provider_status', 'status'])
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .executeTakeFirstOrThrow()
  await record(tx, 'order.unexpected_payment', {
    userId,
    data: {
      order: id,
      payment: providerId,
      coins: payment.actually_paid,
      currency: payment.pay_currency,
      status: payment.provider_status ?? payment.status,
      reason,
    },
  })
}

/** `seen` is the `review_at` that staff saw. Throws 404, and 409 if another payment has arrived. */
export function markReviewed(db: Database, staff: Staff, orderId: string, seen: Date) {
  return transaction(db, async (tx) => {
    const order = await tx
      .selectFrom('orders')
      .select(['user_id as userId', 'review', 'review_at'])
      .where('id', '=', orderId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!order) throw new Refusal(orderRefusals.unknown_order)
    const { userId, review, review_at } = order
    if (!review || !review_at) return
    if (review_at.getTime() !== seen.getTime())
      throw new Refusal(staffOrders.reviewed.refusals.review_changed)
    await tx
      .updateTable('orders')
      .set({ review: null, review_at: null })
      .where('id', '=', orderId)
      .execute()
    const data = { order: orderId, before: { review }, after: { review: null } }
    await record(tx, 'order.reviewed', { userId, staff, data })
  })
}
