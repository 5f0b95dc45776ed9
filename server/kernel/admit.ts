import type { FastifyRequest } from 'fastify'
import { can } from '#contract/capabilities.ts'
import { type Endpoint, may } from '#contract/endpoint.ts'
import { type Closed, commonRefusals } from '#contract/refusals.ts'
import type { Callers } from './callers.ts'
import { closedBy } from './closed.ts'
import { Refusal } from './errors.ts'
import type { Held } from './held.ts'

/** A page of another site must not act with a visitor's cookie. */
export function refuseOtherSites({ config }: Held, request: FastifyRequest) {
  const { origin, host } = request.headers
  if (request.method === 'GET' || request.method === 'HEAD') return
  const site = new URL(config.siteUrl)
  // A browser that names no origin still says so much; what is no browser says nothing. A sibling's
  // page is another site's, though browsers send it the cookie.
  const own = origin
    ? origin === site.origin || origin === `${site.protocol}//${host}`
    : !['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site']))
  if (own) return
  throw new Refusal(commonRefusals.other_site)
}

/** Finds who calls. Refuses who may not make this call, now or at all. */
export async function admit(
  shop: Held,
  callers: Callers,
  endpoint: Endpoint,
  request: FastifyRequest,
) {
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
  if (who === 'key') {
    request.apiKey = await callers.requireApiKey(request, endpoint.scope)
    return
  }
  if (!user) throw new Refusal(commonRefusals.unauthenticated)
  if (!may(user, endpoint)) throw new Refusal(commonRefusals.forbidden)
}

function keptOutOf(shop: Held, { duringMaintenance, beforeOpening }: Endpoint): Closed | null {
  const closed = closedBy(shop)
  const goesOn = closed === 'not_open' ? beforeOpening : duringMaintenance
  return goesOn ? null : closed
}
