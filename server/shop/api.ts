import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { discordRoutes } from '#server/access/discord/routes.ts'
import { staffDiscordRoutes } from '#server/access/discord/staff-routes.ts'
import { subscriptionRoutes } from '#server/access/subscriptions/routes.ts'
import { staffSubscriptionRoutes } from '#server/access/subscriptions/staff-routes.ts'
import { blogRoutes } from '#server/catalogue/blog/routes.ts'
import { staffDiscountRoutes } from '#server/catalogue/discounts/staff-routes.ts'
import { productRoutes } from '#server/catalogue/products/routes.ts'
import { handleErrors } from '#server/kernel/http/error-handler.ts'
import { runNothing } from '#server/kernel/http/security.ts'
import { infractionRoutes } from '#server/licensing/devices/infraction-routes.ts'
import { deviceRoutes } from '#server/licensing/devices/routes.ts'
import { staffDeviceRoutes } from '#server/licensing/devices/staff-routes.ts'
import { staffEvidenceRoutes } from '#server/licensing/evidence/routes.ts'
import { loaderRoutes } from '#server/licensing/loader/routes.ts'
import { loaderApiRoutes } from '#server/licensing/loader-api/routes.ts'
import { pairingRoutes } from '#server/licensing/pairings/routes.ts'
import { releaseRoutes } from '#server/licensing/releases/routes.ts'
import { staffRevocationRoutes } from '#server/licensing/revocations/staff-routes.ts'
import { staffTraceRoutes } from '#server/licensing/traces/routes.ts'
import { creditRoutes } from '#server/outages/credits/staff-routes.ts'
import { incidentRoutes } from '#server/outages/incidents/routes.ts'
import { statusRoutes } from '#server/outages/status/routes.ts'
import { campaignRoutes } from '#server/people/campaigns/routes.ts'
import { staffUserRoutes } from '#server/people/staff-users/routes.ts'
import { ticketRoutes } from '#server/people/tickets/routes.ts'
import { staffTicketRoutes } from '#server/people/tickets/staff-routes.ts'
import { apiKeyRoutes } from '#server/platform/api-keys/staff-routes.ts'
import { brandRoutes } from '#server/platform/brand/routes.ts'
import { staffHealthRoutes } from '#server/platform/health/staff-routes.ts'
import { logRoutes } from '#server/platform/logs/routes.ts'
import { mailRoutes } from '#server/platform/mail/routes.ts'
import { previewRoutes } from '#server/platform/media/preview-routes.ts'
import { serviceRoutes } from '#server/platform/services/routes.ts'
import { captchaRoutes } from '#server/platform/sessions/captcha-routes.ts'
import { sessionRoutes } from '#server/platform/sessions/routes.ts'
import { secondFactorRoutes } from '#server/platform/sessions/second-factor-routes.ts'
import { settingsRoutes } from '#server/platform/settings/routes.ts'
import { taxRoutes } from '#server/platform/taxes/routes.ts'
import { textRoutes } from '#server/platform/texts/routes.ts'
import { cardRoutes } from '#server/selling/cards/routes.ts'
import { staffDisputeRoutes } from '#server/selling/disputes/staff-routes.ts'
import { documentRoutes } from '#server/selling/documents/routes.ts'
import { staffDocumentRoutes } from '#server/selling/documents/staff-routes.ts'
import { orderRoutes } from '#server/selling/orders/routes.ts'
import { staffOrderRoutes } from '#server/selling/orders/staff-routes.ts'
import { paymentRoutes } from '#server/selling/payments/routes.ts'
import { webhookRoutes } from '#server/selling/payments/webhook-routes.ts'
import { payoutRoutes } from '#server/selling/payouts/routes.ts'
import { staffPriceChangeRoutes } from '#server/selling/price-changes/staff-routes.ts'
import { referralRoutes } from '#server/selling/referrals/routes.ts'
import { staffRefundRoutes } from '#server/selling/refunds/staff-routes.ts'
import { renewalRoutes } from '#server/selling/renewals/routes.ts'
import { staffPaymentRoutes } from '#server/selling/staff-payments/routes.ts'
import { apiDocument } from './docs/routes.ts'
import { jobs } from './jobs.ts'
import { rerenders } from './mails.ts'
import { overviewRoutes } from './overview/routes.ts'
import { searchRoutes } from './overview/search-routes.ts'
import { setupRoutes } from './setup/routes.ts'

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
