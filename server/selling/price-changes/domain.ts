import type { Domain } from '#server/platform/domain.ts'
import { priceChangeJobs } from './jobs.ts'
import { renewalPriceLowerMail, renewalPriceMail, renewalPriceOffMail } from './mail-texts.ts'
import { staffPriceChangeRoutes } from './staff-routes.ts'

export const priceChanges: Domain = {
  routes: [staffPriceChangeRoutes],
  jobs: priceChangeJobs,
  mails: [renewalPriceMail, renewalPriceLowerMail, renewalPriceOffMail],
}
