import type { Domain } from '#server/platform/domain.ts'
import { brandRoutes } from './routes.ts'

export const brand: Domain = {
  routes: [brandRoutes],
}
