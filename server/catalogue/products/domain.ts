import type { Domain } from '#server/platform/domain.ts'
import { productJobs } from './jobs.ts'
import { productRoutes } from './routes.ts'

export const products: Domain = {
  routes: [productRoutes],
  jobs: productJobs,
}
