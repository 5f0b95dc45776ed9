import { useMemo } from 'react'
import { type Location, useLocation, useNavigate, useNavigation } from 'react-router'
import { pageSizes } from '#contract/wire/lists.ts'
import { selectedPageSize } from './page-size.ts'

/** The last query of each list, for the links back to the list. */
const lastSeen = new Map<string, string>()

/** The path of a list with its last query in this tab. */
export const backTo = (pathname: string) => pathname + (lastSeen.get(pathname) ?? '')

/** The page number in the URL under that name, counted from zero as in the API. */
export function readPage(query: URLSearchParams, name = 'page'): number {
  const page = Math.floor(Number(query.get(name)))
  return page >= 1 && page <= 1_000_000 ? page - 1 : 0
}

const offered = (limit: unknown) => pageSizes.find((size) => size === limit)

type ListDefaults = {
  limit?: number
  /** The number of rows that can be reached by paging. */
  reachable?: number
}

/**
 * Reads a list's query from the URL, as the endpoint expects it. A URL without a page size means the
 * one that was last selected in this browser.
 */
export function readList(
  request: Request,
  { limit: usual = pageSizes[0], reachable = Number.POSITIVE_INFINITY }: ListDefaults = {},
) {
  const { pathname, search, searchParams: query } = new URL(request.url)
  const limit = offered(Number(query.get('limit'))) ?? offered(selectedPageSize(pathname)) ?? usual
  lastSeen.set(pathname, search)
  return {
    query,
    page: Math.min(readPage(query), Math.floor(reachable / limit) - 1),
    limit,
    after: readPage(query) > 0 ? /^[\d_]{1,60}$/.exec(query.get('after') ?? '')?.[0] : undefined,
    search: query.get('search') || undefined,
  }
}

/** Whether the text can be the id of a user or a product. */
export const isNumber = (text: string) => /^[1-9]\d{0,14}$/.test(text)

/** The parameters that select another page of the list. */
const turns = ['page', 'after']
const paging = [...turns, 'limit', 'sort']

/** The filters of a list's query that are set, without its paging and order. */
export function filtersOf(query: object): Record<string, string> {
  const filters = Object.entries(query).filter(
    ([name, value]) => value !== undefined && !paging.includes(name),
  )
  return Object.fromEntries(filters)
}

/** A time in the URL, as the API expects it. Undefined if there is none. */
export function readTime(query: URLSearchParams, name: string): string | undefined {
  const time = new Date(query.get(name) ?? '')
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

type Changes = Record<string, string | number | null>

/** The URL that was requested last, until the page shows that the navigation has started. */
let asked: { from: Location; next: Location | undefined; search: string } | undefined

/**
 * Stores the state of a list in the URL, so that Back, a reload and a shared link restore it. A
 * change of anything but the page returns to the first page, unless it is marked as `beside` that
 * list. Null removes a parameter. `query` has the latest choices even while their rows are loading,
 * so that the next choice adds to them.
 */
export function useListAddress() {
  const from = useLocation()
  const { location: next } = useNavigation()
  const navigate = useNavigate()
  const { pathname } = from
  const { search } = next?.pathname === pathname ? next : from
  function change(changes: Changes, { replace = true, beside = false } = {}) {
    // Text typed before a navigation to another page must not undo it.
    if (next && next.pathname !== pathname) return
    const unseen = asked?.from === from && asked.next === next
    const query = new URLSearchParams(unseen ? asked?.search : search)
    const turned = turns.some((name) => name in changes)
    if (!turned && !beside) for (const name of turns) query.delete(name)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') query.delete(name)
      else query.set(name, String(value))
    }
    asked = { from, next, search: String(query) }
    // Another page of rows starts at the top. Another filter keeps the scroll position.
    navigate({ search: asked.search }, { replace, preventScrollReset: !turned })
  }
  return { query: useMemo(() => new URLSearchParams(search), [search]), change }
}
