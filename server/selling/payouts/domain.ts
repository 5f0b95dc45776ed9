import type { Domain } from '#server/platform/domain.ts'
import { payoutFollowers, payoutJobs } from './jobs.ts'
import { payoutMailTexts } from './mail-texts.ts'
import { payoutMails } from './mails.ts'
import { payoutRoutes } from './routes.ts'

export const payouts: Domain = {
  routes: [payoutRoutes],
  jobs: payoutJobs,
  followers: payoutFollowers,
  mails: payoutMails,
  mailTexts: payoutMailTexts,
}
