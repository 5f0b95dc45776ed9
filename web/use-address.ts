import { useEffect } from 'react'

/**
 * Writes what the page shows into its URL, for reloading, sharing and coming back. Null keeps the
 * URL. Nothing is written after the visitor has left the page.
 */
export function useAddress(address: string | null) {
  useEffect(() => {
    if (address === null) return
    // Safari allows at most a hundred changes of the URL in thirty seconds.
    const writing = setTimeout(() => {
      const { pathname, search } = window.location
      const next = new URL(address, window.location.href)
      if (next.pathname === pathname && next.search !== search) replaceAddress(address)
    }, 300)
    return () => clearTimeout(writing)
  }, [address])
}

const changed = 'addresschange'

/** Replaces the URL without a new entry in the history, and keeps the state of the entry. */
export function replaceAddress(address: string) {
  window.history.replaceState(window.history.state, '', address)
  window.dispatchEvent(new Event(changed))
}

/** Subscribes to `replaceAddress`, which the router does not notice. */
export function onAddressChange(callback: () => void) {
  window.addEventListener(changed, callback)
  return () => window.removeEventListener(changed, callback)
}
