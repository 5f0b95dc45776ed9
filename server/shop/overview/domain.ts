import type { Domain } from '#server/platform/domain.ts'
import { overviewJobs } from './jobs.ts'
import { overviewRoutes } from './routes.ts'
import { searchRoutes } from './search-routes.ts'

export const overview: Domain = {
  routes: [overviewRoutes, searchRoutes],
  jobs: overviewJobs,
}
