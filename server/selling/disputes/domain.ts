import type { Domain } from '#server/platform/domain.ts'
import { disputeClosedMail, disputeDueMail, disputeOpenedMail } from './admin-mails.ts'
import { disputeFollowers, disputeJobs } from './jobs.ts'
import { disputeDecidedMail, paymentDisputedMail } from './mail-texts.ts'
import { disputeRetention } from './retention.ts'
import { staffDisputeRoutes } from './staff-routes.ts'

export const disputes: Domain = {
  routes: [staffDisputeRoutes],
  jobs: disputeJobs,
  followers: disputeFollowers,
  retention: disputeRetention,
  mails: [
    disputeOpenedMail,
    disputeDueMail,
    disputeClosedMail,
    paymentDisputedMail,
    disputeDecidedMail,
  ],
}
