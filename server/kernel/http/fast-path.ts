import type { IncomingMessage, RequestListener } from 'node:http'
import { writeCached } from '#server/kernel/cache/cached-response.ts'
import { closedBy } from './closed.ts'
import type { KernelShop } from './kernel-shop.ts'
import type { Metrics } from './metrics.ts'

type Parts = Pick<KernelShop, 'cache' | 'config' | 'settings'>

/** Sends cached responses. Hooks and limits ran at their creation: docs/decisions/fast-path.md. */
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

/** The cache key of a page. The plan is the only query parameter that changes a page. */
export const cachedPage = (path: string, plan?: string | null) =>
  plan ? `${path}?plan=${plan}` : path

/** Page data (`.data`) and the API need the whole query. */
function findFor(cache: KernelShop['cache'], url: string) {
  const at = url.indexOf('?')
  if (at < 0 || url.startsWith('/api/') || url.endsWith('.data', at)) return cache.find(url)
  const [, plan] = /[?&]plan=([^&]*)/.exec(url) ?? []
  return cache.find(cachedPage(url.slice(0, at), plan))
}

/** On the host `api.…` paths lack `/api`. An undecodable path is escaped, so no page matches it. */
export function internalUrl({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>) {
  if (url.startsWith('/api/')) return url
  if (headers.host?.startsWith('api.')) return `/api${url}`
  return url.includes('%') ? readable(url) : url
}

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
