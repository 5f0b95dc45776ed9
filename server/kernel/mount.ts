import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
} from 'fastify'
import * as z from 'zod'
import { type Endpoint, may, type Parsed, type Returned } from '#contract/endpoint.ts'
import { makeAnswer, sendAnswer } from './answers.ts'
import { requireApiKey } from './api-keys.ts'
import { Refusal } from './errors.ts'
import { findUser, type SessionUser } from './sessions.ts'
import type { Shop } from './shop.ts'

declare module 'fastify' {
  interface FastifyInstance {
    shop: Shop
    /** What has been mounted, for the API document. */
    endpoints: Endpoint[]
  }
  interface FastifyRequest {
    user: SessionUser | undefined
  }
}

export type Caller<E extends Endpoint> = {
  /** Signed in and allowed; undefined on endpoints that need no user. */
  user: E['access'] extends 'anyone' | 'pipeline' ? undefined : SessionUser
  request: FastifyRequest
  reply: FastifyReply
}

/** Names what a cached answer depends on, so that a page made from it is dropped with it. */
export const topicHeader = 'x-depends-on'

type Handler<E extends Endpoint> = (
  input: Parsed<E>,
  caller: Caller<E>,
) => Promise<Returned<E> | FastifyReply> | Returned<E> | FastifyReply

/**
 * Serves a declared endpoint: origin, access, limit, input, captcha, then the handler, whose answer
 * is converted for the wire by the declared schema, so nothing undeclared leaves the server. A
 * handler that answers by itself (a file, a stream) returns the reply.
 */
export function mount<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>) {
  const { shop } = app
  app.endpoints.push(endpoint)
  const route: RouteOptions = {
    method: endpoint.method,
    ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit }),
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1').replace(/(.)\/$/, '$1'),
    config: limitOf(endpoint, shop),
    onRequest: async (request) => {
      refuseOtherSites(shop, request)
      await admit(shop, endpoint, request)
    },
    handler: async (request, reply) => {
      // Without a declared query there is one answer to an address, whatever is added to it.
      const key = endpoint.cached && !endpoint.query && request.url.split('?')[0]
      const kept = key && shop.answers.find(key)
      if (kept) return sendAnswer(request, reply, kept)
      // A refusal depends on it as well: what is not there may come.
      if (endpoint.cached) reply.header(topicHeader, endpoint.cached)

      const input = parse(endpoint, request)
      if (endpoint.captcha) await checkCaptcha(shop, request)
      const caller = { user: request.user, request, reply } as Caller<E>
      if (key) {
        const answer = await shop.answers.findOrMake(key, [endpoint.cached!], async () =>
          makeAnswer(
            JSON.stringify(encode(endpoint, await handler(input, caller))),
            { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' },
            reply,
          ),
        )
        return sendAnswer(request, reply, answer)
      }
      const result = await handler(input, caller)
      if (result === reply) return reply
      reply.code(endpoint.status ?? 200)
      reply.header('cache-control', 'no-store')
      reply.type(
        endpoint.produces === 'text/plain' ? 'text/plain' : 'application/json; charset=utf-8',
      )
      return JSON.stringify(encode(endpoint, result))
    },
  }
  if (endpoint.consumes) takeFiles(app, endpoint, route)
  else app.route(route)
}

/** Serves a route whose body is handed on as it comes. */
function takeFiles(app: FastifyInstance, { consumes }: Endpoint, route: RouteOptions) {
  app.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser(consumes!, (_request, payload, done) => done(null, payload))
    own.route(route)
  })
}

function limitOf({ limit }: Endpoint, { config }: Shop): FastifyContextConfig {
  if (!limit || !config.rateLimits) return {}
  return {
    rateLimit: {
      max: limit.max,
      timeWindow: limit.seconds * 1000,
      hook: 'preParsing',
      keyGenerator: ({ ip, user }) => (limit.by === 'user' && user ? `user ${user.id}` : ip),
    },
  }
}

/** A page of another site must not act with a visitor's cookie. */
function refuseOtherSites({ config }: Shop, request: FastifyRequest) {
  const { origin, host } = request.headers
  if (request.method === 'GET' || request.method === 'HEAD' || !origin) return
  if (origin === new URL(config.siteUrl).origin || origin.replace(/^https?:\/\//, '') === host)
    return
  throw new Refusal(403, 'This request came from another site')
}

async function admit(shop: Shop, endpoint: Endpoint, request: FastifyRequest) {
  const { access } = endpoint
  const closed = shop.settings().maintenance_mode && !endpoint.duringMaintenance
  if (access !== 'anyone' || closed) {
    request.user = await findUser(shop.db, shop.config, request)
  }
  const { user } = request
  if (closed && !(user && may(user, { access: 'staff' }))) {
    throw new Refusal(503, 'The store is under maintenance')
  }
  if (access === 'anyone') return
  if (access === 'pipeline') return requireApiKey(shop.db, request)
  if (!user) throw new Refusal(401, 'Please sign in')
  if (!may(user, endpoint)) throw new Refusal(403, 'You may not do this')
}

/** A request that does not fit the declaration: every issue, and where it is. */
export class Invalid extends Error {
  override name = 'Invalid'
  readonly issues: { type: string; loc: (string | number)[]; msg: string }[]

  constructor(issues: Invalid['issues']) {
    super(issues.map(({ msg }) => msg).join('\n'))
    this.issues = issues
  }
}

function parse<E extends Endpoint>(endpoint: E, request: FastifyRequest): Parsed<E> {
  const issues: Invalid['issues'] = []
  const part = (name: 'params' | 'query' | 'body', schema: z.ZodType | undefined) => {
    if (!schema) return undefined
    const parsed = schema.safeParse(request[name] ?? (name === 'body' ? undefined : {}))
    if (parsed.success) return parsed.data
    for (const { code, path, message } of parsed.error.issues) {
      issues.push({ type: code, loc: [name, ...(path as (string | number)[])], msg: message })
    }
  }
  const input = {
    params: part('params', endpoint.params),
    query: part('query', endpoint.query),
    body: part('body', endpoint.body),
  }
  if (issues.length > 0) throw new Invalid(issues.slice(0, 50))
  return input as unknown as Parsed<E>
}

async function checkCaptcha(shop: Shop, request: FastifyRequest) {
  const body = request.body as { token?: unknown; recaptcha?: unknown }
  await shop.captcha.check(String(body.token ?? body.recaptcha), request.ip)
}

function encode(endpoint: Endpoint, value: unknown): unknown {
  return z.encode(endpoint.result, value)
}
