import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { apiKeyRoutes } from './api-keys/staff-routes.ts'
import { blogRoutes } from './blog/routes.ts'
import { brandRoutes } from './brand/routes.ts'
import { campaignRoutes } from './campaigns/routes.ts'
import { captchaRoutes } from './captcha/routes.ts'
import { cardRoutes } from './cards/routes.ts'
import { creditRoutes } from './credits/staff-routes.ts'
import { deviceRoutes } from './devices/routes.ts'
import { staffDeviceRoutes } from './devices/staff-routes.ts'
import { discordRoutes } from './discord/routes.ts'
import { staffDiscordRoutes } from './discord/staff-routes.ts'
import { staffDiscountRoutes } from './discounts/staff-routes.ts'
import { staffDisputeRoutes } from './disputes/staff-routes.ts'
import { apiDocument } from './docs/routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { staffDocumentRoutes } from './documents/staff-routes.ts'
import { staffEvidenceRoutes } from './evidence/routes.ts'
import { staffHealthRoutes } from './health/staff-routes.ts'
import { incidentRoutes } from './incidents/routes.ts'
import { infractionRoutes } from './infractions/routes.ts'
import { jobs } from './jobs.ts'
import { handleErrors } from './kernel/error-handler.ts'
import { runNothing } from './kernel/security.ts'
import { loaderRoutes } from './loader/routes.ts'
import { loaderApiRoutes } from './loader-api/routes.ts'
import { logRoutes } from './logs/routes.ts'
import { mailRoutes } from './mail/routes.ts'
import { rerenders } from './mails.ts'
import { previewRoutes } from './media/preview-routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { staffOrderRoutes } from './orders/staff-routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { pairingRoutes } from './pairings/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { webhookRoutes } from './payments/webhook-routes.ts'
import { payoutRoutes } from './payouts/routes.ts'
import { staffPriceChangeRoutes } from './price-changes/staff-routes.ts'
import { productRoutes } from './products/routes.ts'
import { referralRoutes } from './referrals/routes.ts'
import { staffRefundRoutes } from './refunds/staff-routes.ts'
import { releaseRoutes } from './releases/routes.ts'
import { renewalRoutes } from './renewals/routes.ts'
import { staffRevocationRoutes } from './revocations/staff-routes.ts'
import { searchRoutes } from './search/routes.ts'
import { serviceRoutes } from './services/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { secondFactorRoutes } from './sessions/second-factor-routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { setupRoutes } from './setup/routes.ts'
import { staffPaymentRoutes } from './staff-payments/routes.ts'
import { staffUserRoutes } from './staff-users/routes.ts'
import { statusRoutes } from './status/routes.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'
import { staffSubscriptionRoutes } from './subscriptions/staff-routes.ts'
import { taxRoutes } from './taxes/routes.ts'
import { textRoutes } from './texts/routes.ts'
import { ticketRoutes } from './tickets/routes.ts'
import { staffTicketRoutes } from './tickets/staff-routes.ts'
import { staffTraceRoutes } from './traces/routes.ts'

/**
 * Allows the site's own pages, and no other origin, to call an API that is served from another
 * host.
 */
function crossOrigin(siteUrl: string) {
  return {
    origin: new URL(siteUrl).origin,
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'content-disposition',
      'retry-after',
      // Headers of resumable uploads.
      'location',
      'upload-offset',
      'upload-length',
    ],
  }
}

/** Registers the routes of every domain. */
export async function api(app: FastifyInstance) {
  const { config } = app.shop
  if (config.apiUrl) await app.register(cors, crossOrigin(config.siteUrl))
  handleErrors(app)
  // Without these routes, the pages would answer requests for unknown API paths.
  for (const url of ['/', '/*']) app.get(url, (_request, reply) => reply.callNotFound())
  runNothing(app)
  sessionRoutes(app)
  secondFactorRoutes(app)
  captchaRoutes(app)
  productRoutes(app)
  previewRoutes(app)
  staffDiscountRoutes(app)
  paymentRoutes(app)
  await app.register(webhookRoutes)
  orderRoutes(app)
  taxRoutes(app)
  documentRoutes(app)
  staffDocumentRoutes(app)
  staffPaymentRoutes(app)
  staffOrderRoutes(app)
  staffRefundRoutes(app)
  payoutRoutes(app)
  staffDisputeRoutes(app)
  subscriptionRoutes(app)
  staffSubscriptionRoutes(app)
  loaderRoutes(app)
  staffRevocationRoutes(app)
  staffEvidenceRoutes(app)
  releaseRoutes(app)
  await app.register(loaderApiRoutes)
  pairingRoutes(app)
  deviceRoutes(app)
  blogRoutes(app)
  statusRoutes(app)
  incidentRoutes(app)
  creditRoutes(app)
  apiKeyRoutes(app)
  referralRoutes(app)
  cardRoutes(app)
  renewalRoutes(app)
  staffPriceChangeRoutes(app)
  discordRoutes(app)
  staffDiscordRoutes(app)
  ticketRoutes(app)
  staffTicketRoutes(app)
  staffTraceRoutes(app)
  mailRoutes(app, rerenders)
  staffUserRoutes(app)
  staffDeviceRoutes(app)
  infractionRoutes(app)
  overviewRoutes(app)
  settingsRoutes(app)
  brandRoutes(app)
  textRoutes(app)
  setupRoutes(app)
  serviceRoutes(app)
  staffHealthRoutes(app, jobs)
  campaignRoutes(app)
  searchRoutes(app)
  logRoutes(app)
  apiDocument(app)
}
