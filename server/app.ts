import './followers.ts'
import './written-mails.ts'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { requireApiKey } from './api-keys/keys.ts'
import { apiKeyRoutes } from './api-keys/staff-routes.ts'
import { blogRoutes } from './blog/routes.ts'
import { brandFiles } from './brand/files.ts'
import { brandRoutes } from './brand/routes.ts'
import { campaignRoutes } from './campaigns/routes.ts'
import { captchaRoutes } from './captcha/routes.ts'
import { cardRoutes } from './cards/routes.ts'
import { deviceRoutes } from './devices/routes.ts'
import { staffDeviceRoutes } from './devices/staff-routes.ts'
import { discordRoutes } from './discord/routes.ts'
import { staffDiscordRoutes } from './discord/staff-routes.ts'
import { staffDiscountRoutes } from './discounts/staff-routes.ts'
import { staffDisputeRoutes } from './disputes/staff-routes.ts'
import { apiDocument } from './docs/routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { staffDocumentRoutes } from './documents/staff-routes.ts'
import { measureHealth } from './health/metrics.ts'
import { staffHealthRoutes } from './health/staff-routes.ts'
import { infractionRoutes } from './infractions/routes.ts'
import { jobs } from './jobs.ts'
import { clock } from './kernel/clock.ts'
import { coarseLimits, tooMany } from './kernel/coarse-limits.ts'
import { httpServers } from './kernel/drain.ts'
import { handleErrors, refuseUnreadable } from './kernel/error-handler.ts'
import { internalUrl, keptFirst } from './kernel/fast-path.ts'
import { health } from './kernel/health.ts'
import { collectMetrics } from './kernel/metrics.ts'
import { onOwnMachine } from './kernel/own-machine.ts'
import { warnOfUnknownProxies } from './kernel/proxies.ts'
import { requestCounts } from './kernel/request-counts.ts'
import { denyFeatures, runNothing } from './kernel/security.ts'
import { endSlowRequests } from './kernel/slow-requests.ts'
import { loaderRoutes } from './loader/routes.ts'
import { loaderApiRoutes } from './loader-api/routes.ts'
import { logRefused } from './logs/refused.ts'
import { logRoutes } from './logs/routes.ts'
import { oneClickUnsubscribe } from './mail/one-click.ts'
import { mailRoutes } from './mail/routes.ts'
import { rerenders } from './mails.ts'
import { imageRoutes } from './media/images-routes.ts'
import { previewRoutes } from './media/preview-routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { staffOrderRoutes } from './orders/staff-routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { pairingRoutes } from './pairings/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { staffPaymentRoutes } from './payments/staff-routes.ts'
import { webhookRoutes } from './payments/webhook-routes.ts'
import { productRoutes } from './products/routes.ts'
import { referralRoutes } from './referrals/routes.ts'
import { staffRefundRoutes } from './refunds/staff-routes.ts'
import { renewalRoutes } from './renewals/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { serviceRoutes } from './services/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { findUser } from './sessions/sessions.ts'
import { settingsRoutes } from './settings/routes.ts'
import { setupRoutes } from './setup/routes.ts'
import type { Shop } from './shop/shop.ts'
import { pages } from './site/pages.ts'
import { siteRoutes } from './site/routes.ts'
import { staffUserRoutes } from './staff-users/routes.ts'
import { statusRoutes } from './status/routes.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'
import { staffSubscriptionRoutes } from './subscriptions/staff-routes.ts'
import { textRoutes } from './texts/routes.ts'
import { ticketRoutes } from './tickets/routes.ts'
import { staffTicketRoutes } from './tickets/staff-routes.ts'

type Options = {
  /** An endpoint that refuses with what it does not declare fails loudly. */
  strict?: boolean
  /** Left out by tests that only call the API. */
  withPages?: boolean
  /** Where the operator's log goes; standard output when left out. */
  log?: { write: (line: string) => void }
}

/** The whole server over an opened shop, ready to `listen` or to `inject` into. */
export async function buildApp(
  shop: Shop,
  { withPages = true, strict = shop.config.dev, log }: Options = {},
) {
  const { config } = shop
  const metrics = collectMetrics()
  const servers = httpServers()
  const app = fastify({
    logger:
      config.logLevel === 'silent'
        ? false
        : { level: config.logLevel, ...(log && { stream: log }) },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: 256 * 1024,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true },
    serverFactory: (handler) =>
      servers.open(onOwnMachine(config, keptFirst(shop, metrics, handler))),
    // The servers of ours end connections without cutting requests.
    forceCloseConnections: false,
    return503OnClosing: false,
    rewriteUrl: internalUrl,
    frameworkErrors: refuseUnreadable,
  })
  app.decorate('shop', shop)
  app.decorate('servers', servers)
  app.decorate('callers', {
    findUser: (request) => findUser(shop.db, config, request),
    requireApiKey: (request) => requireApiKey(shop.db, request),
    admitLoader: (request) => shop.loaders.admit(request),
    checkCaptcha: (token, address) => shop.captcha.check(token, address),
  })
  app.decorate('endpoints', [])
  app.decorate('strict', strict)
  app.decorateRequest('user', undefined)
  app.decorateRequest('loader', undefined)
  app.decorateRequest('refusedWith', undefined)
  handleErrors(app)
  warnOfUnknownProxies(app)
  endSlowRequests(app)
  logRefused(app)
  denyFeatures(app)
  if (shop.sandboxUrl) tellClock(app)

  await app.register(helmet, {
    // Pages bring a policy of their own, with the hashes of their scripts.
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-site' },
    hsts: config.secureCookies,
    // Meant for browsers and plug-ins that are gone.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    originAgentCluster: false,
    xFrameOptions: { action: 'deny' },
  })
  await app.register(cookie)
  if (config.rateLimits) await app.register(rateLimit, { ...limits, store: requestCounts(shop.db) })
  app.decorate('limits', coarseLimits(app))
  await app.register(api, { prefix: '/api' })
  imageRoutes(app)
  brandFiles(app)
  siteRoutes(app)
  await app.register(oneClickUnsubscribe)
  health(app, metrics)
  measureHealth(metrics.registry, shop)
  if (withPages) await app.register(pages)
  return app
}

const limits = {
  global: false,
  errorResponseBuilder: (_request: unknown, { ttl }: { ttl: number }) =>
    tooMany(Math.ceil(ttl / 1000)),
}

/** Open pages count by the clock that was moved meanwhile: see `web/clock.ts`. */
function tellClock(app: FastifyInstance) {
  app.addHook('onRequest', async (_request, reply) => {
    if (clock.ahead() > 0) reply.header('clock-ahead', clock.ahead())
  })
}

/** Lets the site's pages, and no others, call an API that has a host of its own. */
function crossOrigin(siteUrl: string) {
  return {
    origin: new URL(siteUrl).origin,
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['content-disposition', 'retry-after'],
  }
}

async function api(app: FastifyInstance) {
  const { config } = app.shop
  if (config.apiUrl) await app.register(cors, crossOrigin(config.siteUrl))
  handleErrors(app)
  // Else the pages would answer for what the API does not have.
  for (const url of ['/', '/*']) app.get(url, (_request, reply) => reply.callNotFound())
  runNothing(app)
  sessionRoutes(app)
  captchaRoutes(app)
  productRoutes(app)
  previewRoutes(app)
  staffDiscountRoutes(app)
  paymentRoutes(app)
  await app.register(webhookRoutes)
  orderRoutes(app)
  documentRoutes(app)
  staffDocumentRoutes(app)
  staffPaymentRoutes(app)
  staffOrderRoutes(app)
  staffRefundRoutes(app)
  staffDisputeRoutes(app)
  subscriptionRoutes(app)
  staffSubscriptionRoutes(app)
  loaderRoutes(app)
  await app.register(loaderApiRoutes)
  pairingRoutes(app)
  deviceRoutes(app)
  blogRoutes(app)
  statusRoutes(app)
  apiKeyRoutes(app)
  referralRoutes(app)
  cardRoutes(app)
  renewalRoutes(app)
  discordRoutes(app)
  staffDiscordRoutes(app)
  ticketRoutes(app)
  staffTicketRoutes(app)
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
