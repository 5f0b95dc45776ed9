import type { Domain } from '#server/platform/domain.ts'
import { apiKeyRoutes } from './staff-routes.ts'

export const apiKeys: Domain = {
  routes: [apiKeyRoutes],
}
