import type { Domain } from '#server/platform/domain.ts'
import { creditJobs } from './jobs.ts'
import { timeCreditedMail } from './mail-texts.ts'
import { creditRoutes } from './staff-routes.ts'
import { stillJobs } from './still-jobs.ts'

export const credits: Domain = {
  routes: [creditRoutes],
  jobs: [...creditJobs, ...stillJobs],
  mails: [timeCreditedMail],
}
