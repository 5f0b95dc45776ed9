import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { commonRefusals } from '#contract/refusals.ts'
import { visitorOf } from './addresses.ts'
import { Refusal } from './errors.ts'

export type CoarseLimits = ReturnType<typeof coarseLimits>

const timeWindow = 10_000
/** Cheap to send, asked for in dozens by one page, or not for visitors at all. */
const free = /^\/(assets|images|share|health|metrics|api\/webhooks)(\/|$)/

/**
 * What one address may ask in ten seconds of all that is not kept in memory, how many pages it may
 * have rendered for itself alone, and how many wrong signatures are looked into: no visitor comes
 * near, and a program cannot take a core.
 */
export function coarseLimits(app: FastifyInstance) {
  if (!app.shop.config.rateLimits) return { async render() {}, async forge() {} }
  const everything = app.createRateLimit({ max: 600, timeWindow, keyGenerator: visitorOf })
  const forgeries = app.createRateLimit({ max: 20, timeWindow, keyGenerator: visitorOf })
  const renders = app.createRateLimit({ max: 100, timeWindow, keyGenerator: visitorOf })

  async function count(limit: typeof everything, request: FastifyRequest, reply: FastifyReply) {
    // The pages' own calls come over no connection.
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
    /** Throws 429 like the hook. */
    render: (request: FastifyRequest, reply: FastifyReply) => count(renders, request, reply),
    /** Counts what was signed wrongly, and nothing that was signed rightly. Throws 429 too. */
    forge: (request: FastifyRequest, reply: FastifyReply) => count(forgeries, request, reply),
  }
}

export function tooMany(seconds: number) {
  return new Refusal(commonRefusals.rate_limited, { values: { seconds } })
}
