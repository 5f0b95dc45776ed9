import type { Domain } from '#server/platform/domain.ts'
import { refundFollowers, refundJobs } from './jobs.ts'
import { refundMailTexts } from './mail-texts.ts'
import { refundMails } from './mails.ts'
import { staffRefundRoutes } from './staff-routes.ts'

export const refunds: Domain = {
  routes: [staffRefundRoutes],
  jobs: refundJobs,
  followers: refundFollowers,
  mails: refundMails,
  mailTexts: refundMailTexts,
}
