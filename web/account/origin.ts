import { useLocation, useSearchParams } from 'react-router'
import { local } from '../storage.ts'

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

/** The page that sent the visitor here, which a sign-in leads back to; null when none did. */
export function useOrigin(): string | null {
  const { state } = useLocation()
  const [query] = useSearchParams()
  return (
    safeOrigin((state as { origin?: unknown } | null)?.origin) ?? safeOrigin(query.get('origin'))
  )
}

/** In local storage, so that the tab which a mailed link opens finds it too. */
const key = 'origin'

/** Stores the destination of a visitor who leaves to read a mail before the next sign-in. */
export function rememberOrigin(origin: string) {
  local.set(key, origin)
}

/** The stored destination, for one sign-in: it is removed. */
export function takeOrigin(): string | null {
  const origin = safeOrigin(local.get(key))
  local.remove(key)
  return origin
}

/** Whether the next sign-in leads to the checkout. */
export const isCheckoutNext = () => safeOrigin(local.get(key))?.split(/[?#]/)[0] === '/checkout'
