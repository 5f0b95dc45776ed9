import { sql } from 'kysely'
import * as z from 'zod'
import { transaction } from '#server/kernel/database/database.ts'
import { addJob, enqueue, type Job, job } from '#server/kernel/jobs/jobs.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { follower } from '#server/platform/events/followers.ts'
import { announceCharges, remindOfFailures, tellOfExpiry } from './announce.ts'
import { chargeDueRenewals } from './charge.ts'
import { lendGrace } from './grace.ts'
import { mailRenewal } from './mail.ts'
import { withdraw } from './withdraw.ts'

const nothing = z.object({})

export const chargeDue = job({
  name: 'renewals.charge',
  does: 'Charges the cards of renewals that are due',
  payload: nothing,
  waitsFor: 'stripe',
  cron: '* * * * *',
  urgent: true,
  // The job runs every minute, so the next run is the retry.
  attempts: 1,
  run: async ({ db, card }) => {
    // A customer whose grace period or charge fails must not block the others.
    const lent = await Promise.allSettled([lendGrace(db)])
    const charged = await Promise.allSettled([chargeDueRenewals(db, card)])
    for (const outcome of [...lent, ...charged])
      if (outcome.status === 'rejected') throw outcome.reason
  },
})

export const announceRenewals = job({
  name: 'renewals.announce',
  does: 'Emails customers before renewals are charged and when a payment fails',
  payload: nothing,
  cron: '*/15 * * * *',
  run: async ({ db, config }) => {
    const rounds: PromiseSettledResult<void>[] = []
    for (const tell of [tellOfExpiry, announceCharges, remindOfFailures])
      rounds.push(...(await Promise.allSettled([tell(db, config)])))
    for (const round of rounds) if (round.status === 'rejected') throw round.reason
  },
})

const about = z.object({ renewal: z.number(), kind: z.enum(['failed', 'ended']) })

const tell: Job<typeof about> = job({
  name: 'renewals.mail',
  does: 'Emails a customer that a renewal failed or ended without payment',
  payload: about,
  run: ({ db, config }, { renewal, kind }) =>
    transaction(db, async (tx) => {
      const { rows } = await sql<{ state: string }>`
        select state from renewals where id = ${renewal} for no key update`.execute(tx)
      // Wait for the running charge: if it fails again, no other mail notifies the customer.
      if (kind === 'failed' && rows[0]?.state === 'charging') {
        const at = new Date(clock.now() + 60_000)
        await enqueue(tx, tell, { renewal, kind }, { at })
      } else await mailRenewal(tx, config, renewal, `renewal-${kind}`)
    }),
})

export const renewalJobs = [chargeDue, announceRenewals, tell, withdraw]

/** Ends or holds renewals in the same transaction as the event that causes it. */
export const renewalFollowers = [
  follower(
    ['dispute.lost'],
    ({ userId, data }) => sql`
      select end_renewals(${userId}, product_id, 'disputed')
        from order_items where order_id = ${data.order}
         -- A part goes as a refund does.
         and ${data.part_cents === undefined}::boolean`,
  ),
  // A refunded item without time would be charged again at once, so its renewal ends in any case.
  follower(
    ['refund.taken'],
    ({ userId, data }) => sql`
      select end_renewals(${userId}, product_id, 'refunded')
        from refund_items
        join refunds on refunds.id = refund_id
        join order_items on order_items.id = order_item_id
       where refund_id = ${data.refund}
         and (stop_renewal or take_time and refund_cents = list_cents - discount_cents)`,
  ),
  follower(
    ['subscription.revoked'],
    ({ userId, data }) => sql`select end_renewals(${userId}, ${data.product_id}, 'revoked')`,
  ),
  // A customer with a lifetime plan is not charged for the product again.
  // A disputed order becomes finished again only by the bank's decision (`orders/status.ts`).
  follower(
    ['order.finished'],
    ({ userId, data }) => sql`
      select end_renewals(${userId}, product_id, 'lifetime')
        from order_items where order_id = ${data.order} and plan = 'lifetime'`,
  ),
  follower(
    ['time.given'],
    ({ userId, data }) => sql`
      select end_renewals(${userId}, ${data.product_id}, 'lifetime')
       where ${data.hours === null}::boolean`,
  ),
  // Time gained in another way replaces a failed payment. The job closes it.
  follower(
    ['order.finished'],
    ({ userId, data }) => sql`
      select ${addJob(chargeDue, sql`'{}'`)}
       where exists (
         select from order_items join renewals on renewals.product_id = order_items.product_id
          where order_items.order_id = ${data.order} and user_id = ${userId}
            and state in ('retrying', 'needs_action') and open_order_id <> ${data.order})`,
  ),
  follower(
    ['time.given'],
    ({ userId, data }) => sql`
      select ${addJob(chargeDue, sql`'{}'`)}
       where exists (
         select from renewals where user_id = ${userId} and product_id = ${data.product_id}
            and state in ('retrying', 'needs_action'))`,
  ),
  follower(['user.deleted'], ({ userId }) => sql`select end_renewals(${userId}, null, 'deleted')`),
  follower(
    ['order.disputed'],
    ({ userId, data }) => sql`
      select hold_renewals(${userId}, product_id) from order_items where order_id = ${data.order}`,
  ),
  follower(
    ['order.finished'],
    ({ userId, data }) => sql`
      select release_renewals(${userId}, product_id)
        from order_items as item
       where order_id = ${data.order} and ${data.before === 'disputed'}::boolean
         -- Another order of it may be disputed too.
         and not exists (
           select from orders join order_items as other on other.order_id = orders.id
            where orders.user_id = ${userId} and other.product_id = item.product_id
              and orders.id <> ${data.order} and payment_status = 'disputed'
              and dispute_lost_at is null)`,
  ),
  follower(['renewal.failed'], ({ data }) => tellOf(data.renewal, 'failed', data.first)),
  follower(['renewal.ended'], ({ data }) => tellOf(data.renewal, 'ended', data.why === 'unpaid')),
]

function tellOf(renewal: number, kind: 'failed' | 'ended', told: boolean) {
  const payload = sql`${JSON.stringify({ renewal, kind })}`
  return sql`select ${addJob(tell, payload)} where ${told}::boolean`
}
