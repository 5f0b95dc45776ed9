import type { ReactNode } from 'react'
import { Table, type TableProps } from '../../ui/table.tsx'
import { NoRows, type NoRowsProps } from './no-rows.tsx'
import { Pager } from './pager.tsx'

type ListProps<Row> = Omit<TableProps<Row>, 'empty' | 'compact'> &
  Omit<NoRowsProps, 'isFiltered'> & {
    /** The page, its size and the number of all rows. `loadList` returns them. */
    list: {
      page: number
      limit: number
      total: number
      total_is_estimate?: boolean
      reachable?: number
      next?: string | null
      isFiltered?: boolean
    }
    /** The names of the rows, in singular and plural. */
    nouns: readonly [one: string, many: string]
    /** Says how to find the rows that paging cannot reach. */
    beyond?: string
    /** The search box and the filters. */
    children?: ReactNode
  }

/** A list with its filters, a table or a text if there are no rows, and the pager. */
export function List<Row>(props: ListProps<Row>) {
  const { list, nouns, beyond, children, icon, none, noMatch, ...table } = props
  const { page, limit, total, total_is_estimate: estimated, reachable, next, isFiltered } = list
  return (
    <>
      {children && <div className="mb-4 flex flex-wrap gap-3">{children}</div>}
      <Table
        {...table}
        empty={<NoRows icon={icon} isFiltered={isFiltered} none={none} noMatch={noMatch} />}
      />
      <Pager
        page={page}
        limit={limit}
        total={total}
        reachable={reachable}
        next={next}
        estimated={estimated}
        nouns={nouns}
        beyond={beyond}
      />
    </>
  )
}
