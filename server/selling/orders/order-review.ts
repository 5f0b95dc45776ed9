import { sql } from 'kysely'
import { lifetimeSeconds } from '#contract/wire/terms.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { record } from '#server/platform/events/record.ts'
import { ranOut } from './ran-out.ts'
import type { LockedOrder } from './settle.ts'

/**
 * Why staff must review an order although its payment counts: coins arrived after its money was
 * returned, or the customer already had a lifetime of a product in it.
 */
export type OrderReview = 'already_refunded' | 'lifetime_owned'

/**
 * Over `orders`: why staff must review the order. Null if nothing is to review, if a refund or a
 * payout was made since, or after 30 days.
 */
export const openReview = sql<OrderReview | null>`(
  select orders.review where orders.review_at > now() - interval '30 days'
     and case orders.review when 'already_refunded' then orders.payment_status in ('refunded', 'partially_paid')
                     else orders.payment_status = 'finished' end
     and not exists (select from payouts where order_id = orders.id and created_at >= orders.review_at
                        and not ${ranOut})
     and not exists (select from refunds where order_id = orders.id and created_at >= orders.review_at
                        and refunds.status in ('asked', 'pending', 'succeeded')))`

/** Whether the customer has a lifetime of a product in the order. Called before its delivery. */
export async function ownsLifetime(
  tx: Tx,
  { id, userId }: Pick<LockedOrder, 'id' | 'userId'>,
): Promise<boolean> {
  const run = await tx
    .selectFrom('subscriptions')
    .innerJoin('order_items', 'order_items.product_id', 'subscriptions.product_id')
    .select('subscriptions.id')
    .where('order_id', '=', id)
    .where('user_id', '=', userId)
    .where('term_length', '>=', lifetimeSeconds)
    .where('ends_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return run !== undefined
}

/**
 * Puts an order on the list that staff review, and notifies the customer of its latest payment.
 * The caller has locked the order and stored the payment.
 */
export async function reviewOrder(
  tx: Tx,
  { id, userId }: Pick<LockedOrder, 'id' | 'userId'>,
  reason: OrderReview,
) {
  await tx
    .updateTable('orders')
    // now() is the start of this transaction, which may have waited for the offer of a payout.
    .set({ review: reason, review_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
  const payment = await tx
    .selectFrom('payments')
    .select(['provider_id', 'actually_paid', 'pay_currency', 'provider_status', 'status'])
    .where('order_id', '=', id)
    .orderBy('checked_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!payment) return
  await record(tx, 'order.unexpected_payment', {
    userId,
    data: {
      order: id,
      payment: payment.provider_id,
      coins: payment.actually_paid,
      currency: payment.pay_currency,
      status: payment.provider_status ?? payment.status,
      reason,
    },
  })
}
