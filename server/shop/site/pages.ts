import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createRequestHandler, type ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'
import { can } from '#contract/wire/capabilities.ts'
import type { Closed } from '#contract/wire/refusals.ts'
import {
  type CachedResponse,
  prepareResponse,
  sendCached,
} from '#server/kernel/cache/cached-response.ts'
import type { Topic } from '#server/kernel/cache/changes.ts'
import { StartError } from '#server/kernel/config/start-error.ts'
import { closedBy } from '#server/kernel/http/closed.ts'
import { topicHeader } from '#server/kernel/http/mount.ts'
import { addressOf } from '#server/kernel/network/addresses.ts'
import { publicConfig } from '#server/shop/public-config.ts'
import { pagePolicy } from '#server/shop/site/page-policy.ts'
import type * as entry from '#web/entry.server.tsx'
import { assets } from './assets.ts'
import { inLowerCase, type PageAddress, readAddress } from './page-address.ts'
import { paintFirst } from './paint-first.ts'
import { plainAddress } from './plain-address.ts'
import { isUnindexed } from './robots.ts'

const buildFolder = path.resolve(import.meta.dirname, '../../../.build')

type Build = Omit<ServerBuild, 'entry'> & { entry: { module: typeof entry } }

/** Pages are the same for every visitor. Each is cached, compressed, until its data changes. */
export async function pages(app: FastifyInstance) {
  const { shop } = app
  /** Made from one visitor's query. Others who wait for the path get their own. */
  const forOne = new WeakSet<CachedResponse>()
  const vite = shop.config.dev ? await serveDevelopment(app) : await serveBuild(app)

  app.get('/*', async (request, reply) => {
    const build = await load(vite)
    const plain = plainAddress(request.url) ?? inLowerCase(build.routes, request.url)
    if (plain) return reply.redirect(plain, 301)
    const wanted = readAddress(build.routes, request.url)
    const closed = closedBy(shop)
    // Staff can view a closed store as it will be. Nobody else may see that, so it is not cached.
    const staff = closed !== null && (await isStaff(app, request))
    const how = {
      config: publicConfig(shop),
      closed: staff ? null : closed,
      cookie: staff ? request.headers.cookie : undefined,
    }
    if (vite) {
      const { status, headers, html } = await render(app, build, request, wanted, how)
      return reply.code(status).headers(headers).send(html)
    }
    const make = async () => {
      const page = await render(app, build, request, wanted, how)
      const { status, headers, html, topics } = page
      const response = await prepareResponse(reply, html, headers, status)
      if (page.queried) forOne.add(response)
      return { response, topics: status === 200 ? topics : null }
    }
    const key = staff ? null : wanted.key && (closed ? `${closed} ${wanted.key}` : wanted.key)
    if (!key || !shop.cache.find(key)) await app.limits.render(request, reply)
    if (!key) return sendCached(reply, (await make()).response)
    let own = false
    const found = await shop.cache.findOrMake(key, () => {
      own = true
      return make()
    })
    if (own || !forOne.has(found)) return sendCached(reply, found)
    await app.limits.render(request, reply)
    return sendCached(reply, (await make()).response)
  })
}

type How = {
  config: ReturnType<typeof publicConfig>
  /** If set, the page shows why the store is closed. */
  closed: Closed | null
  /** Authorises the API calls of a page while the store is closed. */
  cookie: string | undefined
}

async function isStaff(app: FastifyInstance, request: FastifyRequest): Promise<boolean> {
  const user = await app.callers.findUser(request)
  return user !== undefined && can(user, 'use_back_office')
}

async function render(
  app: FastifyInstance,
  build: Build,
  request: FastifyRequest,
  address: PageAddress,
  { config, closed, cookie }: How,
) {
  const { shop } = app
  const topics = new Set<Topic>()
  let queried = false
  let lacking = false
  let retryAfter: string | undefined
  const context = build.entry.module.createLoadContext({
    config,
    closed,
    query: () => {
      queried = true
      return address.query
    },
    report: (error) => request.log.error({ err: error }, 'A page failed to render'),
    fetch: async (path, init) => {
      const answer = await app.inject({
        method: 'GET',
        url: `/api${path}`,
        headers: { ...init?.headers, ...(cookie && { cookie }) } as never,
        // Rate limits apply to the visitor of the page, as if they had made the call themselves.
        remoteAddress: addressOf(request),
      })
      const topic = answer.headers[topicHeader]
      if (topic) topics.add(topic as Topic)
      if (answer.statusCode >= 500) {
        lacking = true
        retryAfter ??= answer.headers['retry-after'] as string | undefined
      }
      return new Response(answer.body, {
        status: answer.statusCode,
        headers: { 'content-type': 'application/json' },
      })
    },
  })
  const handle = createRequestHandler(
    build as unknown as ServerBuild,
    shop.config.dev ? 'development' : 'production',
  )
  const url = new URL(address.url, shop.config.siteUrl)
  const response = await handle(new Request(url), context)
  const headers = Object.fromEntries(response.headers)
  if (cookie) headers['cache-control'] = 'no-store'
  headers['cache-control'] ??= 'no-cache'
  if (isUnindexed(url.pathname)) headers['x-robots-tag'] = 'noindex'
  const written = await response.text()
  const later = response.status >= 500 && retryAfter
  if (later) headers['retry-after'] = later
  // Pages that lack data or read a query are not cached: visitors can invent endless queries.
  const passing = queried || lacking
  const made = {
    status: later ? 503 : response.status,
    headers,
    topics: passing ? null : [...topics],
    queried,
  }
  if (shop.config.dev || !headers['content-type']?.startsWith('text/html')) {
    return { ...made, html: written }
  }
  const html = paintFirst(written)
  const standIns = config.sandbox?.url ?? shop.config.providersUrl
  headers['content-security-policy'] = pagePolicy(shop, standIns, html, url.pathname)
  return { ...made, html }
}

let built: Promise<Build> | undefined
function load(vite: ViteDevServer | undefined): Promise<Build> {
  if (vite) return vite.ssrLoadModule('virtual:react-router/server-build') as Promise<never>
  built ??= import(pathToFileURL(path.join(buildFolder, 'server/index.js')).href)
  return built
}

async function serveBuild(app: FastifyInstance) {
  if (!existsSync(path.join(buildFolder, 'server/index.js'))) {
    throw new StartError('The web pages are not built. Run `npm start`.')
  }
  await assets(app, path.join(buildFolder, 'client/assets'))
  return undefined
}

async function serveDevelopment(app: FastifyInstance): Promise<ViteDevServer> {
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  app.addHook('onRequest', (request, reply, next) => {
    if (/^\/(api|images|health|metrics)\b/.test(request.url)) return next()
    vite.middlewares(request.raw, reply.raw, next)
  })
  app.addHook('onClose', () => vite.close())
  return vite
}
