import type { Domain } from '#server/platform/domain.ts'
import { giftMailTexts } from './gift-mail-texts.ts'
import { subscriptionFollowers, subscriptionJobs } from './jobs.ts'
import { subscriptionMailTexts } from './mail-texts.ts'
import { subscriptionMails } from './mails.ts'
import { subscriptionRoutes } from './routes.ts'
import { staffSubscriptionRoutes } from './staff-routes.ts'

export const subscriptions: Domain = {
  routes: [subscriptionRoutes, staffSubscriptionRoutes],
  jobs: subscriptionJobs,
  followers: subscriptionFollowers,
  mails: subscriptionMails,
  mailTexts: { ...giftMailTexts, ...subscriptionMailTexts },
}
