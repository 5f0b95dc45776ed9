import { useSyncExternalStore } from 'react'
import { useLocation, useMatches, useSearchParams } from 'react-router'
import { local } from '../storage.ts'
import { onAddressChange } from '../use-address.ts'

const site = 'http://site.invalid'
const signInPages = ['/login', '/signup', '/forgot-password', '/reset-password', '/verify-email']
/** Pages of links that contain a secret, which must not be stored. */
const secretPages = ['/setup']

/** Returns the path to return to if it is a path of this site, and null otherwise. */
export function safeOrigin(origin: unknown): string | null {
  if (typeof origin !== 'string' || !origin.startsWith('/') || !URL.canParse(origin, site)) {
    return null
  }
  const { origin: base, pathname, search, hash, searchParams } = new URL(origin, site)
  if (searchParams.has('token') || secretPages.includes(pathname)) return null
  // `/.//other.example` keeps the base but becomes a URL of another site.
  if (base !== site || pathname.startsWith('//') || signInPages.includes(pathname)) return null
  return pathname + search + hash
}

/** Where a sign-in leads, as the state of the links to it. */
export type Destination = {
  /** The page that sent the visitor here. Null if there is none. */
  origin: string | null
  /** The page is only where the visitor was, so a stored destination or the checkout comes first. */
  browsing?: boolean
}

export function useDestination(): Destination {
  const state = useLocation().state as Partial<Destination> | null
  const [query] = useSearchParams()
  const origin = safeOrigin(state?.origin)
  return origin
    ? { origin, browsing: state?.browsing === true }
    : { origin: safeOrigin(query.get('origin')) }
}

/**
 * The state of a link to the sign-in or the sign-up, which returns to this page. From the home page
 * and from 'Page Not Found' it leads to the dashboard.
 */
export function useReturnState(): Destination {
  const { pathname, search: routed, hash } = useLocation()
  // The router does not know what a page writes into its URL.
  const search = useSyncExternalStore(
    onAddressChange,
    () => (window.location.pathname === pathname ? window.location.search : routed),
    () => routed,
  )
  const isFound = useMatches().at(-1)?.id !== 'shell/not-found'
  const destination = useDestination()
  if (signInPages.includes(pathname)) return destination
  return {
    origin: pathname === '/' || !isFound ? null : safeOrigin(pathname + search + hash),
    browsing: pathname !== '/checkout',
  }
}

/** In local storage, so that the tab opened by a link in a mail finds it too. */
const key = 'origin'

/** Stores the destination of a visitor who leaves to read a mail before signing in. */
export function rememberOrigin(origin: string) {
  local.set(key, origin)
}

/** Returns and removes the stored destination, which is for one sign-in. */
export function takeOrigin(): string | null {
  const origin = safeOrigin(local.get(key))
  local.remove(key)
  return origin
}

/** Whether the next sign-in leads to the checkout. */
export const isCheckoutNext = () => safeOrigin(local.get(key))?.split(/[?#]/)[0] === '/checkout'
