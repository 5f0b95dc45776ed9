import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useListAddress } from './address.ts'

type Turning = {
  /** The parameter of the address that says which page, counted from one. */
  name: string
  /** The page that is shown, counted from zero, as the wire does. */
  page: number
  size: number
  total: number
  /** Of these, those that can be paged to. */
  reachable: number
  /** The cursor of the next page, from the list's answer. */
  next: string | null
}

/**
 * How many pages a list has, and what turns to another, both counted from one. A list by another name than
 * `page` stands beside the page's own list, and turning it leaves that one where it is.
 */
export function useTurn({ name, page, size, total, reachable, next }: Turning) {
  const { change } = useListAddress()
  const [here] = useSearchParams()
  const beside = name !== 'page'
  const last = Math.max(1, Math.ceil(Math.min(total, reachable) / size))
  // Rows went, or the address was typed: the page that is shown, or the last there is. Asked for
  // once, not at every rendering until it is there.
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
