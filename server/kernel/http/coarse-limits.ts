import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { commonRefusals } from '#contract/wire/refusals.ts'
import { visitorOf } from '#server/kernel/network/addresses.ts'
import { Refusal } from './errors.ts'

export type CoarseLimits = ReturnType<typeof coarseLimits>

const timeWindow = 10_000
/** Paths outside the general limit: cheap, numerous or internal. Missing images count as pages. */
const free = /^\/(assets|images|share|health|metrics|api\/webhooks)(\/|$)/

/** Per address and ten seconds. Visitors stay far below the limits; no program occupies a core. */
export function coarseLimits(app: FastifyInstance) {
  if (!app.shop.config.rateLimits) return { async render() {}, async forge() {} }
  const everything = app.createRateLimit({ max: 600, timeWindow, keyGenerator: visitorOf })
  const forgeries = app.createRateLimit({ max: 20, timeWindow, keyGenerator: visitorOf })
  const renders = app.createRateLimit({ max: 100, timeWindow, keyGenerator: visitorOf })

  async function count(limit: typeof everything, request: FastifyRequest, reply: FastifyReply) {
    // The server's own calls for its pages use no connection.
    if (!(request.raw.socket instanceof Socket)) return
    const counted = await limit(request)
    if (counted.isAllowed || !counted.isExceeded) return
    reply.header('retry-after', counted.ttlInSeconds)
    throw tooMany(counted.ttlInSeconds)
  }

  app.addHook('onRequest', async (request, reply) => {
    if (!free.test(request.url)) await count(everything, request, reply)
  })
  return {
    /** Throws 429 above the limit, like the hook. */
    render: (request: FastifyRequest, reply: FastifyReply) => count(renders, request, reply),
    /** Throws 429 above the limit. Valid signatures are not counted. */
    forge: (request: FastifyRequest, reply: FastifyReply) => count(forgeries, request, reply),
  }
}

export function tooMany(seconds: number) {
  return new Refusal(commonRefusals.rate_limited, { values: { seconds } })
}
