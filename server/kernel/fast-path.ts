import type { IncomingMessage, RequestListener } from 'node:http'
import { writeCached } from './cached-response.ts'
import { closedBy } from './closed.ts'
import type { Held } from './held.ts'
import type { Metrics } from './metrics.ts'

type Parts = Pick<Held, 'cache' | 'config' | 'settings'>

/**
 * Sends a cached response before routing, hooks and limits, which ran when it was made. `handler`
 * gets every other request. See docs/decisions/fast-path.md.
 */
export function keptFirst(
  { cache, config, settings }: Parts,
  metrics: Metrics,
  handler: RequestListener,
): RequestListener {
  return (request, response) => {
    // A closed store looks at who asks.
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
 * Cached pages ignore the query. It names the routes of page data (`.data`), and the API refuses
 * undeclared parameters: for both, an address with a query is looked up as it is.
 */
function findFor(cache: Held['cache'], url: string) {
  const at = url.indexOf('?')
  if (at < 0 || url.startsWith('/api/') || url.endsWith('.data', at)) return cache.find(url)
  return cache.find(url.slice(0, at))
}

/**
 * The address as the routes know it. On a host of its own, `api.…`, the API has addresses without
 * `/api`. A path that cannot be decoded is made one that no page has, and answered as such.
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
