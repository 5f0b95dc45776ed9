import type { Domain } from '#server/platform/domain.ts'
import { loaderJobs } from './jobs.ts'
import { loaderLinkMail } from './mail-texts.ts'
import { loaderRoutes } from './routes.ts'

export const loader: Domain = {
  routes: [loaderRoutes],
  jobs: loaderJobs,
  mails: [loaderLinkMail],
}
