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
      if (next.pathname === pathname && next.search !== search)
        window.history.replaceState(window.history.state, '', address)
    }, 300)
    return () => clearTimeout(writing)
  }, [address])
}
