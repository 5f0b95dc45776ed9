import { sql } from 'kysely'
import type { PaymentStatus } from '#contract/selling/orders.ts'
import type { RefundStatus } from '#contract/selling/refunds.ts'
import type { RefundObstacle, RefundReason } from '#contract/selling/staff-refunds.ts'
import { goesOn } from '#server/access/subscriptions/renewal-states.ts'
import { clockOf } from '#server/access/subscriptions/still.ts'
import { secondsAddedAfter } from '#server/access/subscriptions/unused.ts'
import type { Database } from '#server/kernel/database/database.ts'

type RefundableItem = {
  id: number
  product: string
  /** In cents, as are `left` and `unused`. */
  price: number
  left: number
  /** Null for a lifetime, which is never used up. */
  unused: number | null
  lifetime: boolean
  /** The seconds that were bought. */
  bought: number
}

/** Time is used in the order of purchase, so the time that is left belongs to the latest ones. */
export async function listRefundable(db: Database, orderId: string): Promise<RefundableItem[]> {
  const { rows } = await sql<RefundableItem>`
    select item.id, product_name as product, price_cents as price,
           price_cents - refund_cents as left, coalesce(bought.seconds, 0)::bigint as bought,
           item.plan is not distinct from 'lifetime' as lifetime,
           case when item.plan is distinct from 'lifetime'
             then least(price_cents - refund_cents,
                        round(coalesce(price_cents * rest.seconds / bought.seconds, 0)))::int end as unused
      from order_items as item
      left join time_entries as bought on bought.order_item_id = item.id and cause = 'purchase'
      left join lateral (
        select least(held.seconds, greatest(0, extract(epoch from run.ends_at - ${clockOf('run')})
                 - ${secondsAddedAfter(sql`held.last`, sql`item.id`)})) as seconds
          from (select subscription_id, sum(seconds) as seconds,
                       max(id) filter (where seconds > 0) as last
                  from time_entries where order_item_id = item.id group by subscription_id) as held
          join subscriptions as run on run.id = held.subscription_id
         where held.seconds > 0
         order by run.ends_at desc limit 1
      ) as rest on true
     where item.order_id = ${orderId} and price_cents > 0
     order by item.id`.execute(db)
  return rows
}

/** Returns the amount of an order that can still be refunded, in cents. */
export const leftOf = (items: readonly Pick<RefundableItem, 'left'>[]) =>
  items.reduce((sum, { left }) => sum + left, 0)

/** Renewals of the order's products, whichever order started them. `order` is an SQL table. */
export const renewingOf = (order: string) => sql<number>`(
  select count(distinct renewals.id)::int
    from order_items as sold
    join renewals on renewals.product_id = sold.product_id
     and renewals.user_id = ${sql.ref(`${order}.user_id`)}
   where sold.order_id = ${sql.ref(`${order}.id`)} and ${goesOn('renewals')})`

type Refunded = { payment_status: PaymentStatus; type: 'card' | 'crypto' | 'free' }

/**
 * Returns why an order cannot be refunded, or null. `left` is its refundable amount in cents, and
 * `hasPayment` whether it has a payment that `hasPaymentToRefund` accepts.
 */
export function refundObstacleOf(
  { type, payment_status }: Refunded,
  left: number,
  hasPayment: boolean,
): 'free' | 'unpaid' | 'disputed' | 'refunded' | 'no_card_payment' | 'no_crypto_payment' | null {
  if (type === 'free') return 'free'
  if (payment_status === 'disputed') return 'disputed'
  if (payment_status === 'refunded') return 'refunded'
  if (payment_status !== 'finished') return 'unpaid'
  if (left === 0) return 'refunded'
  if (hasPayment) return null
  return type === 'card' ? 'no_card_payment' : 'no_crypto_payment'
}

type Payment = {
  provider: string
  provider_reference: string | null
  actually_paid: number | null
  pay_amount: number | null
  pay_currency: string | null
  /** Why staff have to review it; such coins do not count. */
  review: string | null
}

/** The kinds of coins that arrived and count towards an order, as for `hasArrived`. */
const arrivedCoins = (payments: readonly Payment[]) =>
  new Set(
    payments
      .filter(({ actually_paid, pay_amount, review }) => {
        return (actually_paid ?? 0) > 0 && (pay_amount ?? 0) > 0 && review === null
      })
      .map(({ pay_currency }) => pay_currency),
  )

/** Returns whether there is a payment to refund: one at Stripe, or coins that arrived. */
const hasPaymentToRefund = ({ type }: Refunded, payments: readonly Payment[]) =>
  type === 'card'
    ? payments.some((each) => each.provider === 'stripe' && each.provider_reference !== null)
    : payments.some(({ actually_paid }) => (actually_paid ?? 0) > 0)

type Refund = { status: RefundStatus; reason: RefundReason | null; by_bank: boolean }

/** Returns what of the order can be refunded, or why nothing can be. */
export function refundableOf(
  order: Refunded,
  items: RefundableItem[],
  payments: readonly Payment[],
  { refunds, disputes }: { refunds: readonly Refund[]; disputes: readonly { state: string }[] },
) {
  const left = leftOf(items)
  const obstacle = precisely(refundObstacleOf(order, left, hasPaymentToRefund(order, payments)))
  return { refundable: obstacle ? null : { items, left }, refund_obstacle: obstacle }

  function precisely(given: ReturnType<typeof refundObstacleOf>): RefundObstacle | null {
    // Each coin has its own amount and address, so staff pay them out by hand.
    if (given === null && order.type === 'crypto' && arrivedCoins(payments).size > 1)
      return 'several_coins'
    if (given === 'refunded') return howRefunded(refunds)
    const isLost = given === 'disputed' && disputes.some(({ state }) => state === 'lost')
    return isLost ? 'dispute_lost' : given
  }
}

function howRefunded(refunds: readonly Refund[]): RefundObstacle {
  if (refunds.some(({ status }) => status === 'asked' || status === 'pending'))
    return 'refund_pending'
  const atProvider = refunds.some(
    ({ status, reason, by_bank }) => status === 'succeeded' && reason === null && !by_bank,
  )
  return atProvider ? 'refunded_at_provider' : 'refunded'
}
