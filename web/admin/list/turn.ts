import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useListAddress } from './address.ts'

/**
 * Turns the pages of a list, whose page stands in the address by that name, counted from one; those of
 * a list beside the page's own, by another name than `page`, leave that one's where it is. `page` is
 * counted from zero, as the wire does.
 */
export function useTurn(name: string, page: number, last: number) {
  const { change } = useListAddress()
  const [here] = useSearchParams()
  const beside = name !== 'page'
  // Rows went, or the address was typed: the page that is shown, or the last there is. Asked for
  // once, not at every rendering until it is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each page that is shown
  useEffect(() => {
    const shown = Math.min(page + 1, last)
    const wanted = shown === 1 ? null : String(shown)
    if (here.get(name) !== wanted) change({ [name]: wanted }, { beside })
  }, [page, last])
  return (next: number) => change({ [name]: next === 1 ? null : next }, { replace: false, beside })
}
