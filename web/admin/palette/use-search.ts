import { useEffect, useState } from 'react'
import { type Found, staffSearch } from '#contract/search.ts'
import { api } from '../../api/client.ts'
import { isSessionOver } from '../../api/error.ts'

const pause = 200
const nothing: Found = { users: [], orders: [], tickets: [] }

/** What the server finds once the typing pauses. Of several searches the last one counts. */
export function useSearch(text: string) {
  const wanted = text.trim()
  const [answer, setAnswer] = useState({ of: '', found: nothing, failed: false })
  useEffect(() => {
    if (!wanted) return
    const superseded = new AbortController()
    const { signal } = superseded
    const timer = setTimeout(() => {
      api(staffSearch.search, { query: { q: wanted } }, { signal }).then(
        (found) => setAnswer({ of: wanted, found, failed: false }),
        (error) => {
          if (signal.aborted || isSessionOver(error)) return
          setAnswer({ of: wanted, found: nothing, failed: true })
        },
      )
    }, pause)
    return () => {
      superseded.abort()
      clearTimeout(timer)
    }
  }, [wanted])
  if (!wanted) return { found: nothing, searching: false, failed: false }
  // What was found for less text stays until there is something better.
  return { ...answer, searching: answer.of !== wanted }
}
