import type { FastifyInstance, FastifyRequest } from 'fastify'
import { guessRefusals } from '#contract/catalogue/discounts.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { visitorOf } from '#server/kernel/network/addresses.ts'

const most = 30

/** Counts unknown codes, not calls. Valid codes are not counted: pages request them repeatedly. */
export function countGuesses(app: FastifyInstance) {
  if (!app.shop.config.rateLimits) return async () => {}
  const counted = { max: most, timeWindow: 60_000, keyGenerator: visitorOf, shared: 'codes' }
  const limit = app.createRateLimit(counted)
  return async function guessed(request: FastifyRequest, wrong: number) {
    for (let count = 0; count < wrong; count += 1) await refuseBeyond(await limit(request))
  }
}

type Counted = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>

function refuseBeyond(counted: Counted) {
  if (counted.isAllowed || !counted.isExceeded) return
  const values = { seconds: counted.ttlInSeconds }
  throw new Refusal(guessRefusals.too_many_codes_tried, { values })
}
