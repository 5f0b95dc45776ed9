import type { FastifyRequest } from 'fastify'
import { can } from '#contract/wire/capabilities.ts'
import { type Endpoint, may } from '#contract/wire/endpoint.ts'
import { type Closed, commonRefusals } from '#contract/wire/refusals.ts'
import type { Callers } from './callers.ts'
import { closedBy } from './closed.ts'
import { Refusal } from './errors.ts'
import type { KernelShop } from './kernel-shop.ts'

/** Rejects requests from pages of other sites, which must not act with a visitor's cookie. */
export function refuseOtherSites({ config }: KernelShop, request: FastifyRequest) {
  const { origin, host } = request.headers
  if (request.method === 'GET' || request.method === 'HEAD') return
  const site = new URL(config.siteUrl)
  // A sibling subdomain counts as another site, although browsers send it the cookie. A browser
  // that sends no Origin still sends Sec-Fetch-Site; other clients send neither.
  const own = origin
    ? origin === site.origin || origin === `${site.protocol}//${host}`
    : !['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site']))
  if (own) return
  throw new Refusal(commonRefusals.other_site)
}

/** Throws a refusal if the caller may not use this endpoint, either now or ever. */
export async function admit(
  shop: KernelShop,
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

function keptOutOf(
  shop: KernelShop,
  { duringMaintenance, beforeOpening }: Endpoint,
): Closed | null {
  const closed = closedBy(shop)
  const goesOn = closed === 'not_open' ? beforeOpening : duringMaintenance
  return goesOn ? null : closed
}
