import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, type ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'
import type * as entry from '#web/entry.server.tsx'
import { makeAnswer, sendAnswer } from './answers.ts'
import type { Topic } from './changes.ts'
import { topicHeader } from './mount.ts'
import { paintFirst } from './paint-first.ts'
import { publicConfig } from './public-config.ts'
import { pagePolicy } from './security.ts'
import { plainAddress } from './site/plain-address.ts'
import { StartError } from './start-error.ts'

const buildFolder = path.resolve(import.meta.dirname, '../../.build')

type Build = Omit<ServerBuild, 'entry'> & { entry: { module: typeof entry } }

/**
 * Serves the web. Its pages know no visitor, so each is rendered once, kept with its compressed
 * forms and its Content-Security-Policy, and dropped when something that it was made from changes.
 */
export async function pages(app: FastifyInstance) {
  const { shop } = app
  const vite = shop.config.dev ? await serveDevelopment(app) : await serveBuild(app)
  const config = publicConfig(shop)

  app.get('/*', async (request, reply) => {
    const plain = plainAddress(request.url)
    if (plain) return reply.redirect(plain, 301)
    const begun = shop.answers.generation()
    const topics = new Set<Topic>()
    const rendered = await render(app, await load(vite), request, topics, config)
    const { status, headers, html } = rendered
    if (status !== 200 || vite) return reply.code(status).headers(headers).send(html)
    const answer = await makeAnswer(html, headers, reply)
    // Only plain addresses are kept: visitors can make up as many queries as they like.
    if (!request.url.includes('?')) shop.answers.keepSince(begun, request.url, [...topics], answer)
    return sendAnswer(request, reply, answer)
  })
}

async function render(
  app: FastifyInstance,
  build: Build,
  request: FastifyRequest,
  topics: Set<Topic>,
  config: ReturnType<typeof publicConfig>,
) {
  const { shop } = app
  const context = build.entry.module.createLoadContext({
    config,
    maintenance: shop.settings().maintenance_mode,
    report: (error) => request.log.error({ err: error }, 'A page failed'),
    fetch: async (path, init) => {
      const answer = await app.inject({
        method: 'GET',
        url: `/api${path}`,
        headers: init?.headers as never,
      })
      const topic = answer.headers[topicHeader]
      if (topic) topics.add(topic as Topic)
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
  const response = await handle(new Request(new URL(request.url, shop.config.siteUrl)), context)
  const headers = Object.fromEntries(response.headers)
  headers['cache-control'] ??= 'no-cache'
  const written = await response.text()
  if (shop.config.dev || !headers['content-type']?.startsWith('text/html')) {
    return { status: response.status, headers, html: written }
  }
  const html = paintFirst(written)
  headers['content-security-policy'] = pagePolicy(shop, config.sandbox?.url ?? null, html)
  return { status: response.status, headers, html }
}

let built: Promise<Build> | undefined
function load(vite: ViteDevServer | undefined): Promise<Build> {
  if (vite) return vite.ssrLoadModule('virtual:react-router/server-build') as Promise<never>
  built ??= import(pathToFileURL(path.join(buildFolder, 'server/index.js')).href)
  return built
}

async function serveBuild(app: FastifyInstance) {
  if (!existsSync(path.join(buildFolder, 'server/index.js'))) {
    throw new StartError('The web is not built: run `npm start`.')
  }
  await app.register(fastifyStatic, {
    root: path.join(buildFolder, 'client'),
    wildcard: false,
    preCompressed: true,
    setHeaders(reply, file) {
      const hashed = file.includes(`${path.sep}assets${path.sep}`)
      reply.header(
        'cache-control',
        hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
    },
  })
  // What a former build named is gone: say so rather than render the not-found page as a script.
  app.get('/assets/*', (_request: FastifyRequest, reply: FastifyReply) => reply.callNotFound())
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
