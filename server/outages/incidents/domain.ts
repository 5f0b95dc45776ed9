import type { Domain } from '#server/platform/domain.ts'
import { incidentJobs } from './jobs.ts'
import { incidentMailTexts } from './mail-texts.ts'
import { incidentMails } from './mails.ts'
import { incidentRoutes } from './routes.ts'

export const incidents: Domain = {
  routes: [incidentRoutes],
  jobs: incidentJobs,
  mails: incidentMails,
  mailTexts: incidentMailTexts,
}
