import type { Domain } from '#server/platform/domain.ts'
import { staffTraceRoutes } from './routes.ts'

export const traces: Domain = {
  routes: [staffTraceRoutes],
}
