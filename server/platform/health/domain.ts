import type { Domain } from '#server/platform/domain.ts'
import { healthJobs } from './jobs.ts'
import { healthMails } from './mails.ts'
import { healthRetention } from './retention.ts'
import { staffHealthRoutes } from './staff-routes.ts'

export const health: Domain = {
  routes: [staffHealthRoutes],
  jobs: healthJobs,
  retention: healthRetention,
  mails: healthMails,
}
