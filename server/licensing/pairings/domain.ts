import type { Domain } from '#server/platform/domain.ts'
import { pairingRoutes } from './routes.ts'

export const pairings: Domain = {
  routes: [pairingRoutes],
}
