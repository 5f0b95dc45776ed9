import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { repeat } from './repeat.ts'

/** Runs the page's loaders again every so many milliseconds while it is seen and waits for something. */
export function usePolling(milliseconds: number | null) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (milliseconds === null) return
    return repeat(revalidate, milliseconds)
  }, [milliseconds, revalidate])
}

/** The latest answer that did not fail: a failed poll leaves the page as it is. */
export function useLastGood<T extends { error: string | null }>(loaded: T): T {
  const [shown, setShown] = useState(loaded)
  if (loaded !== shown && (loaded.error === null || shown.error !== null)) {
    setShown(loaded)
    return loaded
  }
  return shown
}
