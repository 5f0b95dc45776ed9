import type { Domain } from '#server/platform/domain.ts'
import { renewalFollowers, renewalJobs } from './jobs.ts'
import {
  renewalCardMail,
  renewalEndedMail,
  renewalFailedMail,
  renewalSoonMail,
} from './mail-texts.ts'
import { renewalRoutes } from './routes.ts'

export const renewals: Domain = {
  routes: [renewalRoutes],
  jobs: renewalJobs,
  followers: renewalFollowers,
  mails: [renewalSoonMail, renewalCardMail, renewalFailedMail, renewalEndedMail],
}
