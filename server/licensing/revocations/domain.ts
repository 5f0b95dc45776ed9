import type { Domain } from '#server/platform/domain.ts'
import { staffRevocationRoutes } from './staff-routes.ts'

export const revocations: Domain = {
  routes: [staffRevocationRoutes],
}
