import type { Domain } from '#server/platform/domain.ts'
import { priceChangeJobs } from './jobs.ts'
import { priceChangeMailTexts } from './mail-texts.ts'
import { priceChangeMails } from './mails.ts'
import { staffPriceChangeRoutes } from './staff-routes.ts'

export const priceChanges: Domain = {
  routes: [staffPriceChangeRoutes],
  jobs: priceChangeJobs,
  mails: priceChangeMails,
  mailTexts: priceChangeMailTexts,
}
