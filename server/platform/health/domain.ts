import type { Domain } from '#server/platform/domain.ts'
import { healthJobs } from './jobs.ts'
import { problemsMail, problemsOverMail } from './mail-texts.ts'
import { healthRetention } from './retention.ts'
import { staffHealthRoutes } from './staff-routes.ts'

export const health: Domain = {
  routes: [staffHealthRoutes],
  jobs: healthJobs,
  retention: healthRetention,
  mails: [problemsMail, problemsOverMail],
}
