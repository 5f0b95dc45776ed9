import type { Domain } from '#server/platform/domain.ts'
import { textRoutes } from './routes.ts'

export const texts: Domain = {
  routes: [textRoutes],
}
