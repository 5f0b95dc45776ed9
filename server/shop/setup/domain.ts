import type { Domain } from '#server/platform/domain.ts'
import { setupRetention } from './retention.ts'
import { setupRoutes } from './routes.ts'

export const setup: Domain = {
  routes: [setupRoutes],
  retention: setupRetention,
}
