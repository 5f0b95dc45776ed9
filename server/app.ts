import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { coarseLimits, tooMany } from './kernel/http/coarse-limits.ts'
import { httpServers } from './kernel/http/drain.ts'
import { handleErrors, refuseUnreadable } from './kernel/http/error-handler.ts'
import { internalUrl, keptFirst } from './kernel/http/fast-path.ts'
import { health } from './kernel/http/health.ts'
import { collectMetrics } from './kernel/http/metrics.ts'
import { onOwnMachine } from './kernel/http/own-machine.ts'
import { requestCounts } from './kernel/http/request-counts.ts'
import { denyFeatures } from './kernel/http/security.ts'
import { endSlowRequests } from './kernel/http/slow-requests.ts'
import { warnOfUnknownProxies } from './kernel/network/proxies.ts'
import { clock } from './kernel/time/clock.ts'
import { requireApiKey } from './platform/api-keys/keys.ts'
import { brandFiles } from './platform/brand/files.ts'
import { measureHealth } from './platform/health/metrics.ts'
import { logRefused } from './platform/logs/refused.ts'
import { oneClickUnsubscribe } from './platform/mail/one-click.ts'
import { imageRoutes } from './platform/media/images-routes.ts'
import { findUser } from './platform/sessions/sessions.ts'
import { api } from './shop/api.ts'
import type { Shop } from './shop/shop.ts'
import { pages } from './shop/site/pages.ts'
import { siteRoutes } from './shop/site/routes.ts'

type Options = {
  /** An endpoint that refuses with an undeclared error fails loudly. */
  strict?: boolean
  /** False in tests that only call the API. */
  withPages?: boolean
  log?: { write: (line: string) => void }
}

export async function buildApp(
  shop: Shop,
  { withPages = true, strict = shop.config.dev, log }: Options = {},
) {
  const { config } = shop
  const metrics = collectMetrics()
  const servers = httpServers((sentence) => app.log.warn(sentence))
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
    // Our own servers close connections without interrupting requests.
    forceCloseConnections: false,
    return503OnClosing: false,
    rewriteUrl: internalUrl,
    frameworkErrors: refuseUnreadable,
  })
  app.decorate('shop', shop)
  app.decorate('servers', servers)
  app.decorate('callers', {
    findUser: (request) => findUser(shop.db, config, request),
    requireApiKey: (request, scope) => requireApiKey(shop.db, request, scope),
    admitLoader: (request) => shop.loaders.admit(request),
    checkCaptcha: (token, address) => shop.captcha.check(token, address),
  })
  app.decorate('endpoints', [])
  app.decorate('strict', strict)
  app.decorateRequest('user', undefined)
  app.decorateRequest('loader', undefined)
  app.decorateRequest('apiKey', undefined)
  app.decorateRequest('refusedWith', undefined)
  handleErrors(app)
  warnOfUnknownProxies(app)
  endSlowRequests(app)
  logRefused(app)
  denyFeatures(app)
  if (shop.sandboxUrl) tellClock(app)

  await app.register(helmet, {
    // Pages send their own policy, which contains the hashes of their scripts.
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    // Wallets in the card form open their own windows and wait for their response. Client-side
    // navigation reaches the form from every page without a new document, so every page allows it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-site' },
    hsts: config.secureCookies,
    // These headers target browsers and plug-ins that are no longer in use.
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

/** Lets open pages use the sandbox's clock. See `web/clock.ts`. */
function tellClock(app: FastifyInstance) {
  app.addHook('onRequest', async (_request, reply) => {
    if (clock.ahead() > 0) reply.header('clock-ahead', clock.ahead())
  })
}
