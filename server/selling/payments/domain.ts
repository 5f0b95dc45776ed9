import type { Domain } from '#server/platform/domain.ts'
import { paymentFollowers, paymentJobs } from './jobs.ts'
import { paymentRetention } from './retention.ts'
import { paymentRoutes } from './routes.ts'
import { webhookRoutes } from './webhook-routes.ts'

export const payments: Domain = {
  routes: [paymentRoutes, (app) => app.register(webhookRoutes)],
  jobs: paymentJobs,
  followers: paymentFollowers,
  retention: paymentRetention,
}
