import type { Domain } from '#server/platform/domain.ts'
import { staffPaymentRoutes } from './routes.ts'

export const staffPayments: Domain = {
  routes: [staffPaymentRoutes],
}
