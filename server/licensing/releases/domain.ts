import type { Domain } from '#server/platform/domain.ts'
import { releaseFollowers, releaseJobs } from './jobs.ts'
import { releaseMail } from './mail-texts.ts'
import { releaseRoutes } from './routes.ts'

export const releases: Domain = {
  routes: [releaseRoutes],
  jobs: releaseJobs,
  followers: releaseFollowers,
  mails: [releaseMail],
}
