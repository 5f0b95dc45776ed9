import { type Found, staffSearch } from '#contract/search.ts'
import { useAsk } from '../../api/ask.ts'

const nothing: Found = { users: [], orders: [], tickets: [], products: [] }

/** What the server finds once the typing pauses. Of several searches the last one counts. */
export function useSearch(text: string) {
  const wanted = text.trim()
  const input = wanted ? { query: { q: wanted } } : null
  const { answer, asking, error } = useAsk(staffSearch.search, input, { pause: 200 })
  if (!wanted) return { found: nothing, searching: false, failed: false }
  const failed = error !== undefined
  // What was found for less text stays until there is something better.
  return { found: (!failed && answer) || nothing, searching: asking, failed }
}
