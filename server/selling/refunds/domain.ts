import type { Domain } from '#server/platform/domain.ts'
import { refundFollowers, refundJobs } from './jobs.ts'
import { refundFailedMail, refundMail } from './mail-texts.ts'
import { staffRefundRoutes } from './staff-routes.ts'

export const refunds: Domain = {
  routes: [staffRefundRoutes],
  jobs: refundJobs,
  followers: refundFollowers,
  mails: [refundMail, refundFailedMail],
}
