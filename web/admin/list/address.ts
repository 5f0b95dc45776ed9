import { useLocation, useNavigation, useSearchParams } from 'react-router'
import { pageSizes } from '#contract/lists.ts'

/** How each list was last looked at, so that the way back leads there. */
const lastSeen = new Map<string, string>()

/** The address of a list as it was last looked at in this tab. */
export const backTo = (pathname: string) => pathname + (lastSeen.get(pathname) ?? '')

/** Which page the address asks for by that name, counted from zero as the calls do. */
export function readPage(query: URLSearchParams, name = 'page'): number {
  const page = Math.floor(Number(query.get(name)))
  return page >= 1 && page <= 1_000_000 ? page - 1 : 0
}

/** What a list's address says, as its call takes it. */
export function readList(request: Request, defaultLimit: number = pageSizes[0]) {
  const { pathname, search, searchParams: query } = new URL(request.url)
  const limit = Number(query.get('limit'))
  lastSeen.set(pathname, search)
  return {
    query,
    page: readPage(query),
    limit: pageSizes.some((size) => size === limit) ? limit : defaultLimit,
    search: query.get('search') || undefined,
  }
}

/** What leads to another page of the list. */
const turns = ['page', 'after']

type Changes = Record<string, string | number | null>

/**
 * The state of a list lives in the address, so that Back, a reload and a shared link find it. A
 * change of anything but the page leads to the first one; null takes a value out.
 */
export function useListAddress() {
  const [query, setQuery] = useSearchParams()
  const { pathname } = useLocation()
  const { location: next } = useNavigation()
  // A second change while the first one loads stands on that.
  const coming = next?.pathname === pathname ? next.search : undefined
  function change(changes: Changes, { replace = true } = {}) {
    // A navigation to another page is not undone by what was typed before it.
    if (next && next.pathname !== pathname) return
    const turned = turns.some((name) => name in changes)
    setQuery(
      (before) => {
        const query = new URLSearchParams(coming ?? before)
        if (!turned) for (const name of turns) query.delete(name)
        for (const [name, value] of Object.entries(changes)) {
          if (value === null || value === '') query.delete(name)
          else query.set(name, String(value))
        }
        return query
      },
      // Another page is read from its top; another filter stays where it is set.
      { replace, preventScrollReset: !turned },
    )
  }
  return { query, change }
}
