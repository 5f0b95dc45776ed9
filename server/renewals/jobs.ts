import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { follower } from '#server/events/followers.ts'
import { addJob, job } from '#server/kernel/jobs.ts'

const stopRenewal = job({
  name: 'renewals.stop',
  does: 'Stops a card renewal at Stripe',
  payload: z.object({ subscription: z.string() }),
  run: async ({ card }, { subscription }) => {
    if (!card) throw new Error('No card provider is configured')
    await card.stopRenewal(subscription)
  },
})

export const renewalJobs = [stopRenewal]

/** A renewal stops when its order's money or time goes back, and when its user may not sign in. */
export const renewalFollowers = [
  follower(['dispute.lost'], ({ data }) => stopOf(sql`id = ${data.order}`)),
  follower(['refund.taken'], ({ data }) =>
    stopOf(sql`id = ${data.order} and ${data.stop_renewal}::boolean`),
  ),
  follower(['subscription.revoked'], ({ userId, data }) =>
    stopOf(sql`user_id = ${userId} and id in (
      select order_id from order_items where product_id = ${data.product_id})`),
  ),
  // Who has a product for life is charged for no more of it.
  follower(['order.finished'], ({ userId, data }) =>
    stopOf(sql`user_id = ${userId} and id in (
      select order_id from order_items where product_id in (
        select product_id from order_items where order_id = ${data.order} and plan = 'lifetime'))`),
  ),
  follower(['subscription.granted'], ({ userId, data }) =>
    stopOf(sql`${data.days === null} and user_id = ${userId} and id in (
      select order_id from order_items where product_id = ${data.product_id})`),
  ),
  follower(['user.banned', 'user.deleted'], ({ userId }) => stopOf(sql`user_id = ${userId}`)),
]

/** Has the card renewals of these orders stopped. */
function stopOf(orders: RawBuilder<unknown>) {
  const payload = sql`json_build_object('subscription', subscription)`
  return sql`select ${addJob(stopRenewal, payload)}
               from (select distinct stripe_subscription_id as subscription from orders
                      where autorenew and stripe_subscription_id is not null and ${orders}
                    ) as renewing`
}
