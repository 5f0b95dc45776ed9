import type { Domain } from '#server/platform/domain.ts'
import { payoutFollowers, payoutJobs } from './jobs.ts'
import { payoutCodeMail, payoutOfferMail, payoutOverMail, payoutSentMail } from './mail-texts.ts'
import { payoutRoutes } from './routes.ts'

export const payouts: Domain = {
  routes: [payoutRoutes],
  jobs: payoutJobs,
  followers: payoutFollowers,
  mails: [payoutOfferMail, payoutCodeMail, payoutSentMail, payoutOverMail],
}
