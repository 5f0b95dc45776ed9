import type { Domain } from '#server/platform/domain.ts'
import { timeGivenMail } from './gift-mail-texts.ts'
import { subscriptionFollowers, subscriptionJobs } from './jobs.ts'
import {
  subscriptionEndedMail,
  subscriptionEndingMail,
  subscriptionsEndedMail,
  subscriptionsEndingMail,
} from './mail-texts.ts'
import { subscriptionRoutes } from './routes.ts'
import { staffSubscriptionRoutes } from './staff-routes.ts'

export const subscriptions: Domain = {
  routes: [subscriptionRoutes, staffSubscriptionRoutes],
  jobs: subscriptionJobs,
  followers: subscriptionFollowers,
  mails: [
    timeGivenMail,
    subscriptionEndingMail,
    subscriptionEndedMail,
    subscriptionsEndingMail,
    subscriptionsEndedMail,
  ],
}
