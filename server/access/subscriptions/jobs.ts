import { sql } from 'kysely'
import * as z from 'zod'
import { addJob, job } from '#server/kernel/jobs/jobs.ts'
import { follower } from '#server/platform/events/followers.ts'
import { mailGift } from './gift-mail.ts'
import { sendNotices } from './notices.ts'
import { endPauses } from './pauses.ts'

export const tellEnds = job({
  name: 'subscriptions.mail_notices',
  does: 'Emails customers before and after their subscriptions expire',
  payload: z.object({}),
  cron: '*/15 * * * *',
  run: ({ db, config }) => sendNotices(db, config),
})

const tellGift = job({
  name: 'subscriptions.mail_gift',
  does: 'Emails a customer the note for time that staff gave',
  payload: z.object({ gift: z.uuid() }),
  run: async ({ db, config }, { gift }) => {
    await mailGift(db, config, gift)
  },
})

const endOver = job({
  name: 'subscriptions.end_pauses',
  does: 'Ends pauses that are over',
  payload: z.object({}),
  cron: '* * * * *',
  run: ({ db }) => endPauses(db),
})

export const subscriptionJobs = [tellEnds, tellGift, endOver]

export const subscriptionFollowers = [
  follower(
    ['time.given'],
    ({ data }) => sql`
      select ${addJob(tellGift, sql`${JSON.stringify({ gift: data.gift })}`)}
       where ${data.told}::boolean`,
  ),
]
