import type { ReactNode } from 'react'
import { Table, type TableProps } from '../../ui/table.tsx'
import { NoRows, type NoRowsProps } from './no-rows.tsx'
import { Pager } from './pager.tsx'

type ListProps<Row> = Omit<TableProps<Row>, 'empty' | 'compact'> &
  Omit<NoRowsProps, 'narrowed'> & {
    /** The place in the list, as `loadList` returns it. */
    list: {
      page: number
      limit: number
      total: number
      total_is_estimate?: boolean
      reachable?: number
      next?: string | null
      narrowed?: boolean
    }
    /** The names of the rows, in singular and plural. */
    nouns: readonly [one: string, many: string]
    /** Says how to find the rows that paging cannot reach. */
    beyond?: string
    /** The search box and the filters. */
    children?: ReactNode
  }

/** A list with its filters, its table or what to do if it is empty, and its pager. */
export function List<Row>(props: ListProps<Row>) {
  const { list, nouns, beyond, children, icon, none, noMatch, ...table } = props
  const { total_is_estimate: estimated, narrowed, ...place } = list
  return (
    <>
      {children && <div className="mb-4 flex flex-wrap gap-3">{children}</div>}
      <Table
        {...table}
        empty={<NoRows icon={icon} narrowed={narrowed} none={none} noMatch={noMatch} />}
      />
      <Pager
        page={place.page}
        limit={place.limit}
        total={place.total}
        reachable={place.reachable}
        next={place.next}
        estimated={estimated}
        nouns={nouns}
        beyond={beyond}
      />
    </>
  )
}
