import type { Domain } from '#server/platform/domain.ts'
import { evidenceJobs } from './jobs.ts'
import { evidenceRetention } from './retention.ts'
import { staffEvidenceRoutes } from './routes.ts'

export const evidence: Domain = {
  routes: [staffEvidenceRoutes],
  jobs: evidenceJobs,
  retention: evidenceRetention,
}
