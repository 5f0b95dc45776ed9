import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { isPlan } from '#contract/wire/terms.ts'
import { cachedPage } from '#server/kernel/http/fast-path.ts'

export type PageAddress = {
  /** The URL that the page is cached by. Null for other spellings, and if there is no page. */
  key: string | null
  /** Its query has only a product's plan. Pages read other parameters with `readQuery`. */
  url: string
  query: URLSearchParams
}

const dataSuffix = '.data'

/** Letter case, escapes and unused parameters give a page endless URLs. Only one is cached. */
export function readAddress(routes: ServerBuild['routes'], url: string): PageAddress {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  const query = new URLSearchParams(at < 0 ? '' : url.slice(at))
  const data = path.endsWith(dataSuffix)
  // A page that fetches its data again names the routes that it needs.
  const route = data ? query.get('_routes') : null
  const asked = route === null ? '' : `?_routes=${encodeURIComponent(route)}`
  const page = data ? path.slice(0, -dataSuffix.length).replace(/^\/_root$/, '/') : path
  const known = page !== '' && isPage(routes, page) && (route === null || route in routes)
  const shown = data ? path + asked : cachedPage(path, chosenPlan(page, query))
  return { key: known ? shown : null, url: shown, query }
}

/** A product's page is rendered and cached once for each plan that a link can select. */
function chosenPlan(page: string, query: URLSearchParams): string | null {
  const plan = query.get('plan')
  return plan && isPlan(plan) && /^\/product\/\d+$/.test(page) ? plan : null
}

/** Null if the page was not requested in another letter case. */
export function inLowerCase(routes: ServerBuild['routes'], url: string): string | null {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  const lower = path.toLowerCase()
  return lower !== path && isPage(routes, lower) && !isPage(routes, path)
    ? lower + url.slice(path.length)
    : null
}

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
