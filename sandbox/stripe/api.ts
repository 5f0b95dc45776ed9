import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { injectFaults } from '../faults.ts'
import { objectId } from '../ids.ts'
import { permanent, type Store } from '../store.ts'
import type { Switches } from '../switches.ts'
import { apiEndpoints } from './endpoints.ts'
import { invalidRequest, StripeFailure, unknownError } from './errors.ts'
import { expand } from './expand.ts'
import { takeFiles } from './files.ts'
import { type Params, parseForm } from './form.ts'
import { answerOf, type Remembered, readIdempotent, requireShort } from './idempotency.ts'
import { permissionOf, permissionsOfExpanded, requirePermission } from './permissions.ts'
import { apiVersion, type World } from './world.ts'

export const publishableKey = 'pk_test_sandbox'

const unrestricted = (key: string) => key.replace(/^rk_/, 'sk_')

/**
 * Returns the key if it is a restricted key of this account, which differs only in its prefix.
 * Otherwise returns null.
 */
function checkKey(request: FastifyRequest, secretKey: string): string | null {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (!given)
    throw invalidRequest(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
      {},
      401,
    )
  // A browser may read a single object if it has that object's client secret.
  const { client_secret: own } = request.query as { client_secret?: string }
  if (own && request.method === 'GET' && given === publishableKey) return null
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const isRestricted = given.startsWith('rk_')
  if (!timingSafeEqual(digest(unrestricted(given)), digest(unrestricted(secretKey))))
    throw invalidRequest(
      `Invalid API Key provided: ${given.slice(0, 8)}****${given.slice(-4)}`,
      {},
      401,
    )
  return isRestricted ? given : null
}

function checkVersion(version: string | string[] | undefined) {
  if (version && version !== apiVersion)
    throw invalidRequest(
      `Invalid Stripe API version: ${version}. The sandbox speaks ${apiVersion} only.`,
    )
}

const rateLimited = {
  error: {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message:
      'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
  },
}

/** Stripe's REST API. Register it under `/stripe/v1`. */
export function stripeApi(world: World, store: Store, switches: Switches, secretKey: string) {
  const remembered = store.table<Remembered>('stripe_idempotency', permanent)
  /** Idempotency keys of requests in progress. */
  const underWay = new Set<string>()

  function hold(key: string, reply: FastifyReply) {
    if (underWay.has(key))
      throw new StripeFailure(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. If this isn’t the expected behaviour, please try again later.`,
      })
    underWay.add(key)
    reply.raw.once('close', () => underWay.delete(key))
  }

  function requirePermissions(key: string, request: FastifyRequest, url: string) {
    const path = url.replace(/^.*\/v1(?=\/)/, '')
    const text = request.method === 'GET' ? request.url.split('?')[1] : request.body
    const expanded = typeof text === 'string' ? parseForm(text).expand : []
    for (const needed of [
      permissionOf(request.method, path),
      ...permissionsOfExpanded((expanded as string[]) ?? []),
    ])
      requirePermission(switches.stripe.missingPermissions, key, needed)
  }

  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

    app.addHook('onRequest', async (request, reply) => {
      reply.header('request-id', objectId('req', 14))
      reply.header('stripe-version', request.headers['stripe-version'] ?? apiVersion)
    })
    injectFaults(app, switches, 'stripe', unknownError)
    // https://docs.stripe.com/rate-limits
    app.addHook('onRequest', async (_request, reply) => {
      if (switches.stripe.api !== 'rate_limited') return
      reply.header('stripe-rate-limited-reason', 'endpoint-rate')
      return reply.code(429).send(rateLimited)
    })
    app.addHook('preHandler', async (request) => {
      const restricted = checkKey(request, secretKey)
      const { url } = request.routeOptions
      if (restricted && url) requirePermissions(restricted, request, url)
      checkVersion(request.headers['stripe-version'])
    })
    app.setErrorHandler((error, request, reply) => {
      if (error instanceof StripeFailure)
        return reply.code(error.status).send({ error: error.body })
      request.log.error(error)
      return reply.code(500).send(unknownError)
    })
    app.setNotFoundHandler(({ method, url }) => {
      const path = url.replace(/^\/stripe/, '').split('?')[0]
      throw invalidRequest(
        `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
        {},
        404,
      )
    })

    takeFiles(app, world, remembered)
    for (const [method, url, handler] of apiEndpoints)
      app.route({
        method,
        url,
        handler: (request, reply) => {
          const text =
            method === 'POST' ? ((request.body as string) ?? '') : request.url.split('?')[1]
          const { expand: paths, ...params } = parseForm(text ?? '')
          const { id = '' } = request.params as { id?: string }
          const work = () =>
            expand(world, handler(world, params as Params, id), (paths as string[]) ?? [])

          const key = request.headers['idempotency-key']
          if (method === 'GET' || typeof key !== 'string') return reply.send(work())
          requireShort(key)
          const fingerprint = createHash('sha256')
            .update(`${method} ${request.url} ${text}`)
            .digest('hex')
          const before = readIdempotent(remembered, key, fingerprint)
          hold(key, reply)
          reply.header('idempotency-key', key)
          if (before) {
            reply.header('idempotent-replayed', 'true')
            return reply.code(before.status ?? 200).send(before.answer)
          }
          const { answer, status } = answerOf(work)
          remembered.put(key, { request: fingerprint, answer, ...(status && { status }) })
          return reply.code(status ?? 200).send(answer)
        },
      })
  }
}
