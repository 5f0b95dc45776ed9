import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
} from 'fastify'
import * as z from 'zod'
import { can } from '#contract/capabilities.ts'
import { type Endpoint, may, type Parsed, type Returned } from '#contract/endpoint.ts'
import { type Closed, commonRefusals } from '#contract/refusals.ts'
import { addressOf, visitorOf } from './addresses.ts'
import { prepareResponse, sendCached } from './cached-response.ts'
import type { Callers, SessionUser } from './callers.ts'
import { closedBy } from './closed.ts'
import type { CoarseLimits } from './coarse-limits.ts'
import { Refusal } from './errors.ts'
import type { Held } from './held.ts'
import { findUnreadable } from './unreadable.ts'

declare module 'fastify' {
  interface FastifyInstance {
    callers: Callers
    /** What has been mounted, for the API document. */
    endpoints: Endpoint[]
    limits: CoarseLimits
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
  interface FastifyRequest {
    user: SessionUser | undefined
    /** The body as it came, where a signature is over it. */
    rawBody: Buffer | undefined
  }
}

export type Caller<E extends Endpoint> = {
  /** Signed in and allowed; undefined on endpoints that need no user. */
  user: E['who'] extends 'user' | 'staff' ? SessionUser : undefined
  loader: E['who'] extends 'loader' ? NonNullable<FastifyRequest['loader']> : undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** Names what a cached answer depends on, so that a page made from it is dropped with it. */
export const topicHeader = 'x-depends-on'

/**
 * What a handler returns that has sent the response itself (a file, a stream). Fastify's reply
 * would not do: it is a thenable, which resolves to undefined once the response is sent.
 */
export const answered = { answered: true } as const

type Handler<E extends Endpoint> =
  Returned<E> extends true
    ? // That it is done is said by returning nothing.
      (input: Parsed<E>, caller: Caller<E>) => Promise<void>
    : (
        input: Parsed<E>,
        caller: Caller<E>,
      ) => Promise<Returned<E> | typeof answered> | Returned<E> | typeof answered

/**
 * Serves a declared endpoint: origin, access, limit, input, captcha, then the handler, whose answer
 * is converted for the wire by the declared schema, so nothing undeclared leaves the server.
 */
export function mount<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>) {
  const { callers } = app
  const shop: Held = app.shop
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
      // Not before: its signature is over the body.
      if (endpoint.who === 'loader') request.loader = await callers.admitLoader(request)
      const input = parse(endpoint, request)
      if (endpoint.captcha) await checkCaptcha(callers, request)
      const { user, loader } = request
      const caller = { user, loader, request, reply } as Caller<E>
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

/** Serves a route whose body is handed on as it comes. */
function takeFiles(app: FastifyInstance, { consumes }: Endpoint, route: RouteOptions) {
  app.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser(consumes!, (_request, payload, done) => done(null, payload))
    own.route(route)
  })
}

function limitOf({ limit }: Endpoint, { config }: Held): FastifyContextConfig {
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

/** A page of another site must not act with a visitor's cookie. */
function refuseOtherSites({ config }: Held, request: FastifyRequest) {
  const { origin, host } = request.headers
  if (request.method === 'GET' || request.method === 'HEAD') return
  const site = new URL(config.siteUrl)
  // A browser that names no origin still says so much; what is no browser says nothing.
  const own = origin
    ? origin === site.origin || origin === `${site.protocol}//${host}`
    : request.headers['sec-fetch-site'] !== 'cross-site'
  if (own) return
  throw new Refusal(commonRefusals.other_site)
}

/** Clients name a type with every call, also where there is nothing to send. */
function forgetEmptyBody({ body, consumes }: Endpoint, { headers }: FastifyRequest) {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers
  if (consumes || length !== '0' || encoding) return
  if (!body || body.safeParse(undefined).success) delete headers['content-type']
}

async function admit(shop: Held, callers: Callers, endpoint: Endpoint, request: FastifyRequest) {
  const { who } = endpoint
  const closed = keptOutOf(shop, endpoint)
  if (who !== 'anyone' || closed) {
    request.user = await callers.findUser(request)
  }
  const { user } = request
  if (closed && !(user && can(user, 'use_back_office'))) {
    throw new Refusal(commonRefusals[closed])
  }
  if (who === 'anyone' || who === 'loader') return
  if (who === 'key') return callers.requireApiKey(request)
  if (!user) throw new Refusal(commonRefusals.unauthenticated)
  if (!may(user, endpoint)) throw new Refusal(commonRefusals.forbidden)
}

function keptOutOf(shop: Held, { duringMaintenance, beforeOpening }: Endpoint): Closed | null {
  const closed = closedBy(shop)
  const goesOn = closed === 'not_open' ? beforeOpening : duringMaintenance
  return goesOn ? null : closed
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
  if (endpoint.consumes && !request.body) {
    issues.push({ type: 'missing', loc: ['body'], msg: 'Send the file as the body' })
  }
  const part = (name: 'params' | 'query' | 'body', schema: z.ZodType | undefined) => {
    if (!schema) return undefined
    const unreadable = findUnreadable(name, request[name])
    if (unreadable) return void issues.push(unreadable)
    const parsed = schema.safeParse(request[name] ?? (name === 'body' ? undefined : {}))
    if (parsed.success) return parsed.data
    for (const { code, path, message } of parsed.error.issues.flatMap(ofTheMeant)) {
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

const misfits = ['invalid_type', 'invalid_value']

/** Reports a union's issues for the first member whose type fits. */
function ofTheMeant(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const meant = issue.errors.find(
    (issues) => !issues.some(({ code, path }) => path.length === 0 && misfits.includes(code)),
  )
  return meant?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue]
}

async function checkCaptcha(callers: Callers, request: FastifyRequest) {
  const body = request.body as { token?: unknown; recaptcha?: unknown }
  await callers.checkCaptcha(String(body.token ?? body.recaptcha), addressOf(request))
}

function encode(endpoint: Endpoint, value: unknown): unknown {
  return z.encode(endpoint.result, value)
}
