import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { captchaRoutes } from './accounts/captcha-routes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { blogRoutes } from './blog/routes.ts'
import { campaignRoutes } from './campaigns/routes.ts'
import { discordRoutes } from './discord/routes.ts'
import { discountRoutes } from './discounts/routes.ts'
import { gameRoutes } from './games/routes.ts'
import { sendKept } from './kernel/answers.ts'
import { apiDocument } from './kernel/docs/routes.ts'
import { handleErrors } from './kernel/error-handler.ts'
import { Refusal } from './kernel/errors.ts'
import { health } from './kernel/health.ts'
import { httpServer } from './kernel/http-server.ts'
import { imageRoutes } from './kernel/images-routes.ts'
import { pages } from './kernel/pages.ts'
import { previewRoutes } from './kernel/preview-routes.ts'
import type { Shop } from './kernel/shop.ts'
import { siteRoutes } from './kernel/site/routes.ts'
import { loaderRoutes } from './loader/routes.ts'
import { logRoutes } from './logs/routes.ts'
import { oneClickUnsubscribe } from './mail/one-click.ts'
import { mailRoutes } from './mail/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { webhookRoutes } from './payments/webhook-routes.ts'
import { referralRoutes } from './referrals/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { statusRoutes } from './status/routes.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'
import { deskRoutes } from './tickets/desk-routes.ts'
import { ticketRoutes } from './tickets/routes.ts'
import { userRoutes } from './users/routes.ts'

type Options = {
  /** Left out by tests that only call the API. */
  withPages?: boolean
}

/** The whole server over an opened shop, ready to `listen` or to `inject` into. */
export async function buildApp(shop: Shop, { withPages = true }: Options = {}) {
  const { config } = shop
  const app = fastify({
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy ?? false,
    bodyLimit: 256 * 1024,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true },
    serverFactory: httpServer,
    // Connections that browsers keep open must not hold up a stop.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    rewriteUrl: ({ url = '/', headers }) =>
      headers.host?.startsWith('api.') && !url.startsWith('/api/') ? `/api${url}` : url,
  })
  app.decorate('shop', shop)
  app.decorate('endpoints', [])
  app.decorateRequest('user', undefined)
  handleErrors(app)
  sendKept(app, shop)

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
  if (config.rateLimits) await app.register(rateLimit, limits)
  await app.register(api, { prefix: '/api' })
  imageRoutes(app)
  siteRoutes(app)
  await app.register(oneClickUnsubscribe)
  health(app)
  if (withPages) await app.register(pages)
  return app
}

const limits = {
  global: false,
  errorResponseBuilder: (_request: unknown, { ttl }: { ttl: number }) => {
    const seconds = Math.ceil(ttl / 1000)
    return new Refusal(429, `Too many requests. Please try again in ${seconds} seconds.`)
  },
}

async function api(app: FastifyInstance) {
  const { config } = app.shop
  if (config.apiUrl)
    await app.register(cors, { origin: new URL(config.siteUrl).origin, credentials: true })
  handleErrors(app)
  accountRoutes(app)
  captchaRoutes(app)
  gameRoutes(app)
  previewRoutes(app)
  discountRoutes(app)
  paymentRoutes(app)
  await app.register(webhookRoutes)
  orderRoutes(app)
  subscriptionRoutes(app)
  loaderRoutes(app)
  blogRoutes(app)
  statusRoutes(app)
  referralRoutes(app)
  discordRoutes(app)
  ticketRoutes(app)
  deskRoutes(app)
  mailRoutes(app)
  userRoutes(app)
  overviewRoutes(app)
  settingsRoutes(app)
  campaignRoutes(app)
  searchRoutes(app)
  logRoutes(app)
  apiDocument(app)
}
