import type { Domain } from '#server/platform/domain.ts'
import { taxJobs } from './jobs.ts'
import { taxRetention } from './retention.ts'
import { taxRoutes } from './routes.ts'

export const taxes: Domain = {
  routes: [taxRoutes],
  jobs: taxJobs,
  retention: taxRetention,
}
