import type { Domain } from '#server/platform/domain.ts'
import { blogJobs } from './jobs.ts'
import { blogRoutes } from './routes.ts'

export const blog: Domain = {
  routes: [blogRoutes],
  jobs: blogJobs,
}
