import type { Column } from '../../ui/table.tsx'
import { useListAddress } from './address.ts'

/**
 * Returns the `sort` of a column for its key in the URL, which has a minus sign if the order is
 * descending. The usual order is left out of the URL.
 */
export function useSort(usual: string) {
  const { query, change } = useListAddress()
  const current = query.get('sort') ?? usual
  return (key: string): Column<unknown>['sort'] => ({
    direction: current === key ? 'ascending' : current === `-${key}` ? 'descending' : 'none',
    toggle() {
      const next = current === `-${key}` ? key : `-${key}`
      change({ sort: next === usual ? null : next })
    },
  })
}
