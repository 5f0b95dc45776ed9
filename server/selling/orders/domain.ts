import type { Domain } from '#server/platform/domain.ts'
import { orderFollowers, orderJobs } from './jobs.ts'
import { orderFailedMail, orderShortMail, orderUnexpectedMail, receiptMail } from './mail-texts.ts'
import { orderRoutes } from './routes.ts'
import { staffOrderRoutes } from './staff-routes.ts'

export const orders: Domain = {
  routes: [orderRoutes, staffOrderRoutes],
  jobs: orderJobs,
  followers: orderFollowers,
  mails: [receiptMail, orderShortMail, orderUnexpectedMail, orderFailedMail],
}
