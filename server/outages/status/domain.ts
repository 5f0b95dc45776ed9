import type { Domain } from '#server/platform/domain.ts'
import { statusRoutes } from './routes.ts'

export const status: Domain = {
  routes: [statusRoutes],
}
