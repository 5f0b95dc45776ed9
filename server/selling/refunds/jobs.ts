import { sql } from 'kysely'
import * as z from 'zod'
import { addJob, job } from '#server/kernel/jobs/jobs.ts'
import { follower } from '#server/platform/events/followers.ts'
import { mailRefund } from './mail.ts'
import { recheckRefunds } from './recheck.ts'

const recheck = job({
  name: 'refunds.recheck',
  does: 'Checks refunds at Stripe that are unanswered or pending',
  payload: z.object({}),
  waitsFor: 'stripe',
  cron: '* * * * *',
  // The job runs every minute, so the next run is the retry.
  attempts: 1,
  run: async ({ db, card }) => {
    if (card) await recheckRefunds(db, card)
  },
})

const tell = job({
  name: 'refunds.mail',
  does: 'Emails a customer about a refund, or that it failed',
  payload: z.object({ refund: z.uuid() }),
  run: async ({ db, config }, { refund }) => {
    await mailRefund(db, config, refund)
  },
})

export const refundJobs = [recheck, tell]

/** A refund that the provider never accepted is not mailed. Dispute mails cover banks' amounts. */
export const refundFollowers = [
  follower(['refund.taken'], ({ data }) => tellOf(data.refund, !data.dispute)),
  follower(['refund.failed'], ({ data }) =>
    tellOf(data.refund, !data.dispute && data.before !== 'asked'),
  ),
]

function tellOf(refund: string, told: boolean) {
  return sql`select ${addJob(tell, sql`${JSON.stringify({ refund })}`)} where ${told}::boolean`
}
