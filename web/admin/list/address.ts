import { useMemo } from 'react'
import { type Location, useLocation, useNavigate, useNavigation } from 'react-router'
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

type ListDefaults = {
  limit?: number
  /** Rows beyond this cannot be paged to. */
  reachable?: number
}

/** What a list's address says, as its call takes it. */
export function readList(
  request: Request,
  { limit: usual = pageSizes[0], reachable = Number.POSITIVE_INFINITY }: ListDefaults = {},
) {
  const { pathname, search, searchParams: query } = new URL(request.url)
  const asked = Number(query.get('limit'))
  const limit = pageSizes.some((size) => size === asked) ? asked : usual
  lastSeen.set(pathname, search)
  return {
    query,
    page: Math.min(readPage(query), Math.floor(reachable / limit) - 1),
    limit,
    after: readPage(query) > 0 ? /^[\d_]{1,60}$/.exec(query.get('after') ?? '')?.[0] : undefined,
    search: query.get('search') || undefined,
  }
}

/** Whether it can be the number of a user or a product. */
export const isNumber = (text: string) => /^[1-9]\d{0,14}$/.test(text)

/** A moment that the address names, as calls take it; undefined when it names none. */
export function readTime(query: URLSearchParams, name: string): string | undefined {
  const time = new Date(query.get(name) ?? '')
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

/** What leads to another page of the list. */
const turns = ['page', 'after']

type Changes = Record<string, string | number | null>

/** The address that was last asked for, until the page shows that it is on the way there. */
let asked: { from: Location; next: Location | undefined; search: string } | undefined

/**
 * The state of a list lives in the address, so that Back, a reload and a shared link find it. A change
 * of anything but the page leads to the first one, unless it is `beside` that list; null takes a value
 * out. `query` is what was chosen last, also while its rows are still on their way: what is chosen next
 * adds to it.
 */
export function useListAddress() {
  const from = useLocation()
  const { location: next } = useNavigation()
  const navigate = useNavigate()
  const { pathname } = from
  const { search } = next?.pathname === pathname ? next : from
  function change(changes: Changes, { replace = true, beside = false } = {}) {
    // A navigation to another page is not undone by what was typed before it.
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
    // Another page is read from its top; another filter stays where it is set.
    navigate({ search: asked.search }, { replace, preventScrollReset: !turned })
  }
  return { query: useMemo(() => new URLSearchParams(search), [search]), change }
}
