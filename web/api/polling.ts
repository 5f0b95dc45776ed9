import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { repeat } from './repeat.ts'

/**
 * Runs the page's loaders again at this interval in milliseconds while the page is visible. Null
 * stops polling.
 */
export function usePolling(milliseconds: number | null) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (milliseconds === null) return
    return repeat(revalidate, milliseconds)
  }, [milliseconds, revalidate])
}

/** Returns the latest answer without an error: a failed poll leaves the page as it is. */
export function useLastGood<T extends { error: string | null }>(loaded: T): T {
  const [shown, setShown] = useState(loaded)
  if (loaded !== shown && (loaded.error === null || shown.error !== null)) {
    setShown(loaded)
    return loaded
  }
  return shown
}
