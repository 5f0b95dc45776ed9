import type { Domain } from '#server/platform/domain.ts'
import { serviceRetention } from './retention.ts'
import { serviceRoutes } from './routes.ts'

export const services: Domain = {
  routes: [serviceRoutes],
  retention: serviceRetention,
}
