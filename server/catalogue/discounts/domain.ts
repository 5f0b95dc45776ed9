import type { Domain } from '#server/platform/domain.ts'
import { staffDiscountRoutes } from './staff-routes.ts'

export const discounts: Domain = {
  routes: [staffDiscountRoutes],
}
