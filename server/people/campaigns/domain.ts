import type { Domain } from '#server/platform/domain.ts'
import { campaignJobs } from './jobs.ts'
import { campaignRoutes } from './routes.ts'

export const campaigns: Domain = {
  routes: [campaignRoutes],
  jobs: campaignJobs,
  mails: { 'campaign-test': null },
}
