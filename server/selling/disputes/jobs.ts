import { sql } from 'kysely'
import * as z from 'zod'
import { addJob, job } from '#server/kernel/jobs/jobs.ts'
import { follower } from '#server/platform/events/followers.ts'
import { askBankAgain } from './ask-bank.ts'
import { collectEvidence } from './collect.ts'
import { mailClosed, mailDecided, mailDispute } from './mail.ts'
import { remindOfDisputes } from './remind.ts'

const dispute = z.object({ dispute: z.number() })

const collect = job({
  name: 'disputes.collect',
  does: 'Collects the evidence for a new dispute',
  payload: dispute,
  waitsFor: 'stripe',
  run: (shop, payload) => collectEvidence(shop, payload.dispute),
})

const tell = job({
  name: 'disputes.mail',
  does: 'Emails administrators and the customer about a new dispute',
  payload: dispute,
  run: async ({ db, config }, payload) => {
    await mailDispute(db, config, payload.dispute)
  },
})

const tellDecided = job({
  name: 'disputes.decided',
  does: 'Emails administrators and the customer about the bank’s decision',
  payload: z.object({ order: z.string() }),
  run: async ({ db, config }, { order }) => {
    await mailClosed(db, config, order)
    await mailDecided(db, config, order)
  },
})

const remind = job({
  name: 'disputes.remind',
  does: 'Reminds administrators 72 and 24 hours before a dispute is due',
  payload: z.object({}),
  cron: '*/10 * * * *',
  run: async ({ db, config }) => {
    await remindOfDisputes(db, config)
  },
})

const askAgain = job({
  name: 'disputes.ask',
  does: 'Sends dispute responses to Stripe that it has not accepted yet',
  payload: z.object({}),
  waitsFor: 'stripe',
  cron: '* * * * *',
  // The job runs every minute, so the next run is the retry.
  attempts: 1,
  run: async ({ db, card }) => {
    if (card) await askBankAgain(db, card)
  },
})

export const disputeJobs = [collect, tell, tellDecided, remind, askAgain]

export const disputeFollowers = [
  follower(['dispute.warned', 'dispute.opened'], ({ data }) => {
    const payload = sql`${JSON.stringify({ dispute: data.dispute })}`
    return sql`select ${addJob(collect, payload)}, ${addJob(tell, payload)}`
  }),
  follower(['dispute.won', 'dispute.withdrawn', 'dispute.lost'], ({ data }) => {
    const payload = sql`${JSON.stringify({ order: data.order })}`
    return sql`select ${addJob(tellDecided, payload)}`
  }),
]
