import type { Domain } from '#server/platform/domain.ts'
import { loaderRetention } from './retention.ts'
import { loaderApiRoutes } from './routes.ts'

export const loaderApi: Domain = {
  routes: [(app) => app.register(loaderApiRoutes)],
  retention: loaderRetention,
}
