import type { Domain } from '#server/platform/domain.ts'
import { campaignJobs } from './jobs.ts'
import { campaignRoutes } from './routes.ts'
import { campaignTestMail } from './test-mail.ts'

export const campaigns: Domain = {
  routes: [campaignRoutes],
  jobs: campaignJobs,
  mails: [campaignTestMail],
}
