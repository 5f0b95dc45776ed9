import type { Domain } from '#server/platform/domain.ts'
import { logRetention } from './retention.ts'
import { logRoutes } from './routes.ts'

export const logs: Domain = {
  routes: [logRoutes],
  retention: logRetention,
}
