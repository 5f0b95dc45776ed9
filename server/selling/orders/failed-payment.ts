import { sql } from 'kysely'
import type { Order } from '#contract/selling/orders.ts'
import type { Database } from '#server/kernel/database/database.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail, type Resend } from '#server/platform/mail/mail.ts'
import { living } from '#server/platform/users/living.ts'
import { orderFailedMail, writeFailedPaymentMail } from './mail-texts.ts'
import { openReview } from './order-review.ts'
import { partOfCoins } from './part-of-coins.ts'
import { ranOut } from './ran-out.ts'
import { moneyWasSeen } from './rate-held.ts'

/** Over `orders`: the amount seen, in the coin of the largest payment. Null if none was seen. */
export const seenOfFailed = sql<Order['seen']>`(
  select json_build_object('coins', coins, 'of', pay_amount, 'currency', pay_currency)
    from (select pay_amount, pay_currency, amount_cents, id,
                 sum(greatest(seen_coins, actually_paid)) over (partition by pay_currency) as coins
            from payments
           where order_id = orders.id and greatest(seen_coins, actually_paid) > 0) as seen
   where payment_status = 'failed' and type = 'crypto' and pay_amount > 0
   order by amount_cents desc, id limit 1)`

/** Over `orders` of 30 days: failed or expired after money was seen, and not decided yet. */
export const hasFailedMoney = sql<boolean>`(
  (payment_status = 'failed' and ${moneyWasSeen}
   or payment_status = 'expired' and orders.id in (
        select order_id from payments where status = 'partially_paid' and review is null))
  and type = 'crypto' and orders.created_at > now() - interval '30 days'
  and not exists (select from payouts where order_id = orders.id and not ${ranOut}))`

/** Over `orders`: unexpected coins, or money that bought nothing, unhandled for up to 30 days. */
export const hasUnexpectedMoney = sql<boolean>`(
  orders.id in (select order_id from payments
                 where review is not null and payments.created_at > now() - interval '30 days'
                union all
                select id from orders where review_at > now() - interval '30 days')
  and (${openReview} is not null
    or exists (select from payments where order_id = orders.id and review is not null)
      and payment_status not in ('finished', 'refunded')
      and not exists (select from payouts where order_id = orders.id and not ${ranOut})))`

export async function tellFailedPayment(
  db: Database,
  sender: Sender,
  orderId: string,
  again?: Resend,
): Promise<number | undefined> {
  const order = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['user_id', 'username', 'email', seenOfFailed.as('seen')])
    .where('orders.id', '=', orderId)
    .where(living)
    .executeTakeFirst()
  if (!order?.seen) return undefined
  const { coins, of, currency } = order.seen
  const seen = partOfCoins(coins, of, currency)
  const mail = {
    ...writeFailedPaymentMail(sender, { id: orderId, username: order.username, seen }),
    to: order.email,
    userId: order.user_id,
    template: orderFailedMail,
    about: { order: orderId },
    once: `order-failed ${orderId} ${seen}`,
  } as const
  return queueMail(db, mail, again)
}
