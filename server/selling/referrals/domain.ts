import type { Domain } from '#server/platform/domain.ts'
import { referralRoutes } from './routes.ts'

export const referrals: Domain = {
  routes: [referralRoutes],
}
