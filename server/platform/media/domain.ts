import type { Domain } from '#server/platform/domain.ts'
import { previewRoutes } from './preview-routes.ts'

export const media: Domain = {
  routes: [previewRoutes],
}
