import type { Domain } from '#server/platform/domain.ts'
import { cannedReplyRoutes } from './routes.ts'

export const cannedReplies: Domain = { routes: [cannedReplyRoutes] }
