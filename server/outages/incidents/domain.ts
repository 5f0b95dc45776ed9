import type { Domain } from '#server/platform/domain.ts'
import { incidentJobs } from './jobs.ts'
import { incidentUpdateMail } from './mail-texts.ts'
import { incidentRoutes } from './routes.ts'

export const incidents: Domain = {
  routes: [incidentRoutes],
  jobs: incidentJobs,
  mails: [incidentUpdateMail],
}
