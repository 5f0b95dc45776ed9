import * as z from 'zod'
import { job } from '#server/kernel/jobs.ts'
import { sendNotices } from './notices.ts'

const tellEnds = job({
  name: 'subscriptions.mail_notices',
  does: 'Mails customers about the end of their subscriptions',
  payload: z.object({}),
  cron: '*/15 * * * *',
  run: ({ db, config }) => sendNotices(db, config),
})

export const subscriptionJobs = [tellEnds]
