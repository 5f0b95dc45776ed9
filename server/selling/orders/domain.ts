import type { Domain } from '#server/platform/domain.ts'
import { orderFollowers, orderJobs } from './jobs.ts'
import { orderMailTexts } from './mail-texts.ts'
import { orderMails } from './mails.ts'
import { orderRoutes } from './routes.ts'
import { staffOrderRoutes } from './staff-routes.ts'

export const orders: Domain = {
  routes: [orderRoutes, staffOrderRoutes],
  jobs: orderJobs,
  followers: orderFollowers,
  mails: orderMails,
  mailTexts: orderMailTexts,
}
