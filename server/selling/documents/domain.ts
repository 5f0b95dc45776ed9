import type { Domain } from '#server/platform/domain.ts'
import { documentFollowers, documentJobs } from './jobs.ts'
import { documentCorrectedMail } from './mail-texts.ts'
import { documentRoutes } from './routes.ts'
import { staffDocumentRoutes } from './staff-routes.ts'

export const documents: Domain = {
  routes: [documentRoutes, staffDocumentRoutes],
  jobs: documentJobs,
  followers: documentFollowers,
  mails: [documentCorrectedMail],
}
