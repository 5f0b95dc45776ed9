import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'

/** Runs the page's loaders again every so many milliseconds while it is seen and waits for something. */
export function usePolling(milliseconds: number | null) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (milliseconds === null) return
    // Nobody reads a hidden tab; whoever comes back from a wallet wants to know now.
    const wake = () => document.visibilityState === 'visible' && revalidate()
    const timer = setInterval(wake, milliseconds)
    document.addEventListener('visibilitychange', wake)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [milliseconds, revalidate])
}

/** The latest answer that is no failure, so that a poll that fails leaves what is shown. */
export function useLastGood<T extends { error: string | null }>(loaded: T): T {
  const [shown, setShown] = useState(loaded)
  if (loaded !== shown && (loaded.error === null || shown.error !== null)) {
    setShown(loaded)
    return loaded
  }
  return shown
}
