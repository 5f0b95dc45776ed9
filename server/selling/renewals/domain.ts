import type { Domain } from '#server/platform/domain.ts'
import { renewalFollowers, renewalJobs } from './jobs.ts'
import { renewalMailTexts } from './mail-texts.ts'
import { renewalMails } from './mails.ts'
import { renewalRoutes } from './routes.ts'

export const renewals: Domain = {
  routes: [renewalRoutes],
  jobs: renewalJobs,
  followers: renewalFollowers,
  mails: renewalMails,
  mailTexts: renewalMailTexts,
}
