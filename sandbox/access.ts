import type { FastifyInstance, FastifyRequest } from 'fastify'

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

function parse(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null
}

/**
 * Whether a page of this origin may use the stand-in for Stripe.js. Only the shop may, on any port.
 */
export function isShopOrigin(origin: string, siteUrl: string): boolean {
  const url = parse(origin)
  if (!url) return false
  return loopback.has(url.hostname) || url.origin === parse(siteUrl)?.origin
}

/**
 * Rejects host names other than this machine's, to prevent DNS rebinding: a foreign page whose host
 * resolves to 127.0.0.1 must not reach the sandbox as its own origin.
 */
export function guardHost(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!loopback.has(parse(`http://${request.headers.host}`)?.hostname ?? ''))
      return reply.code(421).send({ detail: 'The sandbox answers on this machine only' })
  })
}

/**
 * True for the sandbox's own pages and for programs, which send no Origin; false for other web
 * pages.
 */
export function isOwnRequest(request: FastifyRequest): boolean {
  const { origin, host, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined && origin !== `http://${host}`) return false
  return site === undefined || site === 'same-origin' || site === 'none'
}
