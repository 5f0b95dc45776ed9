import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useListAddress } from './address.ts'

type Turning = {
  /** The URL parameter of the page number, counted from one. */
  name: string
  /** The current page, counted from zero as in the API. */
  page: number
  size: number
  total: number
  /** The number of rows that can be reached by paging. */
  reachable: number
  /** The cursor of the next page, from the list's answer. */
  next: string | null
}

/**
 * Returns the number of pages and a function that opens another page, both counted from one. A list
 * with a name other than `page` is shown in addition to the page's main list, and paging it leaves
 * the main list unchanged.
 */
export function useTurn({ name, page, size, total, reachable, next }: Turning) {
  const { change } = useListAddress()
  const [here] = useSearchParams()
  const beside = name !== 'page'
  const last = Math.max(1, Math.ceil(Math.min(total, reachable) / size))
  // Rows were removed, or the URL was typed: go to the last page if the current one does not exist.
  // Requested only once, not at every render.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each page that is shown
  useEffect(() => {
    const shown = Math.min(page + 1, last)
    const wanted = shown === 1 ? null : String(shown)
    if (here.get(name) !== wanted)
      change({ [name]: wanted, ...(!beside && { after: null }) }, { beside })
  }, [page, last])
  const turn = (to: number) => {
    const after = to === page + 2 ? next : null
    change({ [name]: to === 1 ? null : to, ...(!beside && { after }) }, { replace: false, beside })
  }
  return { last, turn }
}
