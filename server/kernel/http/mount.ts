import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
} from 'fastify'
import * as z from 'zod'
import type { Endpoint, Parsed, Returned } from '#contract/wire/endpoint.ts'
import { prepareResponse, sendCached } from '#server/kernel/cache/cached-response.ts'
import { addressOf, visitorOf } from '#server/kernel/network/addresses.ts'
import { admit, refuseOtherSites } from './admit.ts'
import type { Callers, SessionUser } from './callers.ts'
import type { CoarseLimits } from './coarse-limits.ts'
import type { KernelShop } from './kernel-shop.ts'
import { parse } from './parse-input.ts'

declare module 'fastify' {
  interface FastifyInstance {
    callers: Callers
    /** The mounted endpoints, for the API document. */
    endpoints: Endpoint[]
    limits: CoarseLimits
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
  interface FastifyRequest {
    user: SessionUser | undefined
    /** The unparsed body, for verifying its signature. */
    rawBody: Buffer | undefined
  }
}

export type Caller<E extends Endpoint> = {
  /** The signed-in, permitted user. Undefined on endpoints that need no user. */
  user: E['who'] extends 'user' | 'staff' ? SessionUser : undefined
  loader: E['who'] extends 'loader' ? NonNullable<FastifyRequest['loader']> : undefined
  apiKey: E['who'] extends 'key' ? NonNullable<FastifyRequest['apiKey']> : undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** Names the data that a response depends on, so that pages created from it are removed with it. */
export const topicHeader = 'x-depends-on'

/** The handler sent the response itself. Fastify's reply cannot say so: it is a thenable. */
export const answered = { answered: true } as const

type Handler<E extends Endpoint> =
  Returned<E> extends true
    ? // Returning nothing means success.
      (input: Parsed<E>, caller: Caller<E>) => Promise<void>
    : (
        input: Parsed<E>,
        caller: Caller<E>,
      ) => Promise<Returned<E> | typeof answered> | Returned<E> | typeof answered

/** Checks origin, access, limit, input and captcha. Only declared fields of the result are sent. */
export function mount<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>) {
  const { callers } = app
  const shop: KernelShop = app.shop
  app.endpoints.push(endpoint)
  const route: RouteOptions = {
    method: endpoint.method,
    ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit }),
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1').replace(/(.)\/$/, '$1'),
    config: {
      endpoint,
      ...limitOf(endpoint, shop),
      takesLong: Boolean(endpoint.consumes) || (endpoint.bodyLimit ?? 0) >= 1024 * 1024,
    },
    onRequest: async (request) => {
      refuseOtherSites(shop, request)
      forgetEmptyBody(endpoint, request)
      await admit(shop, callers, endpoint, request)
    },
    handler: async (request, reply) => {
      // Refusals carry the topic too: a missing row may be added later.
      if (endpoint.cached) reply.header(topicHeader, endpoint.cached)
      // Not earlier, because the signature covers the body.
      if (endpoint.who === 'loader') request.loader = await callers.admitLoader(request)
      const input = parse(endpoint, request)
      if (endpoint.captcha) await checkCaptcha(callers, request)
      const { user, loader, apiKey } = request
      const caller = { user, loader, apiKey, request, reply } as Caller<E>
      const { cached: topic } = endpoint
      if (topic && !endpoint.query) {
        const key = app.prefix + pathOf(endpoint, (input as { params?: unknown }).params)
        const kept = await shop.cache.findOrMake(key, async () => ({
          topics: [topic],
          response: await prepareResponse(
            reply,
            JSON.stringify(encode(endpoint, await handler(input, caller))),
            { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' },
          ),
        }))
        return sendCached(reply, kept)
      }
      const result: unknown = await handler(input, caller)
      if (result === answered) return reply
      reply.code(endpoint.status ?? 200)
      reply.header('cache-control', 'no-store')
      const answer = encode(endpoint, result === undefined ? true : result)
      if (endpoint.produces === 'text/plain') return reply.type('text/plain').send(String(answer))
      reply.type('application/json; charset=utf-8')
      return JSON.stringify(answer)
    },
  }
  if (endpoint.consumes) takeFiles(app, endpoint, route)
  else app.route(route)
}

/** The canonical path of a request, so that two spellings of it share a cache entry. */
function pathOf({ path }: Endpoint, params: unknown): string {
  return path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )
}

function takeFiles(app: FastifyInstance, { consumes }: Endpoint, route: RouteOptions) {
  app.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser(consumes!, (_request, payload, done) => done(null, payload))
    own.route(route)
  })
}

function limitOf({ limit }: Endpoint, { config }: KernelShop): FastifyContextConfig {
  if (!limit || !config.rateLimits) return {}
  return {
    rateLimit: {
      max: limit.max,
      timeWindow: limit.seconds * 1000,
      hook: 'preParsing',
      keyGenerator: (request) =>
        limit.by === 'user' && request.user ? `user ${request.user.id}` : visitorOf(request),
    },
  }
}

/** Many clients send a content type without a body, which would be rejected as empty JSON. */
function forgetEmptyBody({ body, consumes }: Endpoint, { headers }: FastifyRequest) {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers
  if (consumes || length !== '0' || encoding) return
  if (!body || body.safeParse(undefined).success) delete headers['content-type']
}

async function checkCaptcha(callers: Callers, request: FastifyRequest) {
  const body = request.body as { token?: unknown; recaptcha?: unknown }
  await callers.checkCaptcha(String(body.token ?? body.recaptcha), addressOf(request))
}

function encode(endpoint: Endpoint, value: unknown): unknown {
  return z.encode(endpoint.result, value)
}
