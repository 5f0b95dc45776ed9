import type { Domain } from '#server/platform/domain.ts'
import { disputeFollowers, disputeJobs } from './jobs.ts'
import { disputeMailTexts } from './mail-texts.ts'
import { disputeMails } from './mails.ts'
import { disputeRetention } from './retention.ts'
import { staffDisputeRoutes } from './staff-routes.ts'

export const disputes: Domain = {
  routes: [staffDisputeRoutes],
  jobs: disputeJobs,
  followers: disputeFollowers,
  retention: disputeRetention,
  mails: disputeMails,
  mailTexts: disputeMailTexts,
}
