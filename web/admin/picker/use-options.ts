import { useEffect, useState } from 'react'

export type Option<Data> = {
  id: number
  label: string
  subtitle?: string
  data: Data
  disabled?: boolean
}

export type Load<Data> = (search: string, signal: AbortSignal) => Promise<Option<Data>[]>

type Found<Data> =
  | { state: 'short' | 'searching' | 'failed'; options: [] }
  | { state: 'found'; options: Option<Data>[] }

const pause = 300

/** What matches the text, once the typing pauses; a later text supersedes an earlier one. */
export function useOptions<Data>(text: string, minimum: number, load: Load<Data>): Found<Data> {
  const search = text.trim()
  const [found, setFound] = useState<Found<Data>>({ state: 'short', options: [] })
  useEffect(() => {
    if (search.length < minimum) return setFound({ state: 'short', options: [] })
    setFound({ state: 'searching', options: [] })
    const stopped = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const options = await load(search, stopped.signal)
        if (!stopped.signal.aborted) setFound({ state: 'found', options })
      } catch {
        if (!stopped.signal.aborted) setFound({ state: 'failed', options: [] })
      }
    }, pause)
    return () => {
      clearTimeout(timer)
      stopped.abort()
    }
  }, [search, minimum, load])
  return found
}
