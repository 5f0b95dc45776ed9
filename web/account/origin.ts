import { useLocation, useSearchParams } from 'react-router'

const site = 'http://site.invalid'
const signInPages = ['/login', '/signup']

/** The path to return to, if it is a path of this site and nothing else; null otherwise. */
export function safeOrigin(origin: unknown): string | null {
  if (typeof origin !== 'string' || !origin.startsWith('/') || !URL.canParse(origin, site)) {
    return null
  }
  const { origin: base, pathname, search, hash } = new URL(origin, site)
  // `/.//other.example` keeps the base and yet becomes an address of another site.
  if (base !== site || pathname.startsWith('//') || signInPages.includes(pathname)) return null
  return pathname + search + hash
}

/** Where a sign-in leads: the page that sent the visitor here, else the dashboard. */
export function useOrigin(): string {
  const { state } = useLocation()
  const [query] = useSearchParams()
  return (
    safeOrigin((state as { origin?: unknown } | null)?.origin) ??
    safeOrigin(query.get('origin')) ??
    '/dashboard'
  )
}
