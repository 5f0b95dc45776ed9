import type { Domain } from '#server/platform/domain.ts'
import { settingsRoutes } from './routes.ts'

export const settings: Domain = {
  routes: [settingsRoutes],
}
