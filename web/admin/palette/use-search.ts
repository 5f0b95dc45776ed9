import { type Found, staffSearch } from '#contract/shop/search.ts'
import { useAsk } from '../../api/ask.ts'

const nothing: Found = { users: [], orders: [], tickets: [], products: [], not_searched: [] }

/** Searches on the server once the user stops typing. Only the latest search counts. */
export function useSearch(text: string) {
  const wanted = text.trim()
  const input = wanted ? { query: { q: wanted } } : null
  const { answer, asking, error } = useAsk(staffSearch.search, input, { pause: 200 })
  if (!wanted) return { found: nothing, searching: false, failed: false }
  const failed = error !== undefined
  // Keep the results of the shorter text until new ones arrive.
  return { found: (!failed && answer) || nothing, searching: asking, failed }
}
