import type { Domain } from '#server/platform/domain.ts'
import { mailJobs } from './jobs.ts'
import { mailRetention } from './retention.ts'
import { mailRoutes } from './routes.ts'
import { textTestMail } from './samples.ts'

export const mail: Domain = {
  routes: [mailRoutes],
  jobs: mailJobs,
  mails: [textTestMail],
  retention: mailRetention,
}
