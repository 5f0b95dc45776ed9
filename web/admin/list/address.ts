import { useLocation, useNavigation, useSearchParams } from 'react-router'
import { pageSizes } from '#contract/lists.ts'

/** What a list's address says, as its call takes it: the page counts from zero there. */
export function readList(request: Request, defaultLimit: number = pageSizes[0]) {
  const query = new URL(request.url).searchParams
  const page = Math.floor(Number(query.get('page')))
  const limit = Number(query.get('limit'))
  return {
    query,
    page: page >= 1 && page <= 1_000_000 ? page - 1 : 0,
    limit: pageSizes.some((size) => size === limit) ? limit : defaultLimit,
    search: query.get('search') || undefined,
  }
}

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
    setQuery(
      (before) => {
        const next = new URLSearchParams(coming ?? before)
        if (!('page' in changes)) next.delete('page')
        for (const [name, value] of Object.entries(changes)) {
          if (value === null || value === '') next.delete(name)
          else next.set(name, String(value))
        }
        return next
      },
      { replace, preventScrollReset: true },
    )
  }
  return { query, change }
}
