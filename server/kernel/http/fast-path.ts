import type { IncomingMessage, RequestListener } from 'node:http'
import { writeCached } from '#server/kernel/cache/cached-response.ts'
import { closedBy } from './closed.ts'
import type { KernelShop } from './kernel-shop.ts'
import type { Metrics } from './metrics.ts'

type Parts = Pick<KernelShop, 'cache' | 'config' | 'settings'>

/**
 * Sends a cached response before routing, hooks and limits, which ran when the response was
 * created. `handler` receives every other request. See docs/decisions/fast-path.md.
 */
export function keptFirst(
  { cache, config, settings }: Parts,
  metrics: Metrics,
  handler: RequestListener,
): RequestListener {
  return (request, response) => {
    // While the shop is closed, the response depends on the caller.
    const cached =
      request.method === 'GET' && !closedBy({ config, settings })
        ? findFor(cache, internalUrl(request))
        : undefined
    if (!cached) return handler(request, response)
    const began = performance.now()
    writeCached(request, response, cached)
    metrics.observe('GET', cached.route, response.statusCode, performance.now() - began)
  }
}

/**
 * Looks up the cached response. Cached pages ignore the query. Page data (`.data`) names its routes
 * in the query, and the API rejects undeclared parameters, so both are looked up with the query.
 */
function findFor(cache: KernelShop['cache'], url: string) {
  const at = url.indexOf('?')
  if (at < 0 || url.startsWith('/api/') || url.endsWith('.data', at)) return cache.find(url)
  return cache.find(url.slice(0, at))
}

/**
 * The path as the routes know it. On the host `api.…` the API has paths without `/api`. A path that
 * cannot be decoded is escaped, so that it matches no page and gets the usual response for that.
 */
export function internalUrl({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>) {
  if (url.startsWith('/api/')) return url
  if (headers.host?.startsWith('api.')) return `/api${url}`
  return url.includes('%') ? readable(url) : url
}

/** Escapes every `%` of a path that cannot be decoded. */
function readable(url: string): string {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}
