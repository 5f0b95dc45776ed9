import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clock } from '#server/kernel/time/clock.ts'
import type { Switches } from '../switches.ts'

/** The calls that each bucket allows. Discord publishes no numbers, and says not to hard-code any. */
const limit = 50
const windowMs = 1000

type Bucket = { count: number; endsAt: number }

/**
 * Counts the calls of each bucket, which is a route of one server or webhook. Sends the rate limit
 * headers with every answer, and refuses calls above the limit: 'Rate Limits' in Discord's
 * documentation.
 */
export function limitRates(app: FastifyInstance, switches: Switches): void {
  const buckets = new Map<string, Bucket>()
  const bucketOf = (request: FastifyRequest) => {
    const { guild = '', id = '' } = request.params as { guild?: string; id?: string }
    return `${request.method} ${request.routeOptions.url ?? 'unknown'} ${guild || id}`
  }

  app.addHook('onRequest', async (request, reply) => {
    const { api, retryAfter } = switches.discord
    const name = bucketOf(request)
    const now = performance.now()
    const open = buckets.get(name)
    const bucket = open && open.endsAt > now ? open : { count: 0, endsAt: now + windowMs }
    buckets.set(name, bucket)
    bucket.count += 1
    const left = (bucket.endsAt - now) / 1000
    const isLast = api === 'last_call' || api === 'rate_limited'
    const remaining = isLast ? 0 : Math.max(0, limit - bucket.count)
    const resetAfter = isLast ? retryAfter : left
    reply.headers({
      'x-ratelimit-limit': limit,
      'x-ratelimit-remaining': remaining,
      'x-ratelimit-reset': (clock.now() / 1000 + resetAfter).toFixed(3),
      'x-ratelimit-reset-after': resetAfter.toFixed(3),
      'x-ratelimit-bucket': Buffer.from(name).toString('hex').slice(0, 32),
    })
    if (api !== 'rate_limited' && bucket.count <= limit) return
    return reply
      .code(429)
      .headers({ 'retry-after': resetAfter, 'x-ratelimit-scope': 'user' })
      .send({
        message: 'You are being rate limited.',
        retry_after: resetAfter,
        global: false,
      })
  })
}
