import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { useAddress } from '../../use-address.ts'
import { addressOf, type Filter, noFilter, readFilter } from './filter.ts'

/** The filter of the last visit to the store since the page was loaded. */
let lastFilter = noFilter

const never = () => () => {}

/**
 * The filter, stored in the URL for reloading and sharing. The server renders one page for all
 * filters, so on the first page the filter in the URL applies only after hydration.
 */
export function useFilter() {
  const { search: query, key } = useLocation()
  const arrived = useRef(key)
  const hydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  const [filter, setFilter] = useState(
    () => (hydrating ? null : readFilter(new URLSearchParams(query))) ?? lastFilter,
  )
  const show = (next: Filter) => {
    lastFilter = next
    setFilter(next)
  }
  useEffect(() => {
    const named = readFilter(new URLSearchParams(window.location.search))
    if (named) {
      lastFilter = named
      setFilter(named)
    }
  }, [])
  // The user followed a link to the store on the store itself.
  useEffect(() => {
    if (arrived.current === key) return
    arrived.current = key
    lastFilter = readFilter(new URLSearchParams(query)) ?? noFilter
    setFilter(lastFilter)
  }, [key, query])
  useAddress(filter === lastFilter ? addressOf(filter) : null)
  return [filter, show] as const
}
