import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { isPlan } from '#contract/terms.ts'

export type PageAddress = {
  /** The one address that the page is kept by; null for any other spelling and where no page is. */
  key: string | null
  /** The address to render. Of the query it has the plan of a product; pages get the rest by `readQuery`. */
  url: string
  query: URLSearchParams
}

const dataSuffix = '.data'

/**
 * What an address asks of the pages. One page has endless addresses, by letter case, escapes and
 * queries that nothing reads: all but one are rendered and not kept.
 */
export function readAddress(routes: ServerBuild['routes'], url: string): PageAddress {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  const query = new URLSearchParams(at < 0 ? '' : url.slice(at))
  const data = path.endsWith(dataSuffix)
  // A page that fetches its data again says for which of its routes.
  const route = data ? query.get('_routes') : null
  const asked = route === null ? '' : `?_routes=${encodeURIComponent(route)}`
  const page = data ? path.slice(0, -dataSuffix.length).replace(/^\/_root$/, '/') : path
  const known = page !== '' && isPage(routes, page) && (route === null || route in routes)
  const shown = path + (data ? asked : chosenPlan(page, query))
  return { key: known ? shown : null, url: shown, query }
}

/** A product's page is drawn, and cached, once for each plan that a link can select. */
function chosenPlan(page: string, query: URLSearchParams): string {
  const plan = query.get('plan')
  return plan && isPlan(plan) && /^\/product\/\d+$/.test(page) ? `?plan=${plan}` : ''
}

/** The address of a page that was asked for in other letters' case; null when it is none. */
export function inLowerCase(routes: ServerBuild['routes'], url: string): string | null {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  const lower = path.toLowerCase()
  return lower !== path && isPage(routes, lower) && !isPage(routes, path)
    ? lower + url.slice(path.length)
    : null
}

/** Whether a page is at this path, in this spelling. */
function isPage(routes: ServerBuild['routes'], path: string): boolean {
  if (path.includes('%')) return false
  const found = matchRoutes(treeOf(routes), path)?.at(-1)
  return found !== undefined && found.route.path !== '*'
}

const trees = new WeakMap<ServerBuild['routes'], RouteObject[]>()

function treeOf(routes: ServerBuild['routes']): RouteObject[] {
  const below = (parent: string | undefined): RouteObject[] =>
    Object.values(routes).flatMap((route) =>
      route && route.parentId === parent
        ? [
            route.index
              ? { id: route.id, index: true, caseSensitive: true }
              : {
                  id: route.id,
                  path: route.path,
                  caseSensitive: true,
                  children: below(route.id),
                },
          ]
        : [],
    )
  const known = trees.get(routes) ?? below(undefined)
  trees.set(routes, known)
  return known
}
