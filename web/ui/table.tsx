import clsx from 'clsx'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers align to the end, with tabular digits. */
  align?: 'start' | 'end'
  /** The column has icon buttons, whose icons align with the end of the text. */
  icons?: boolean
  /** For long text: the column takes the remaining width and its cells may wrap. */
  wide?: boolean
  /** The header is a button that sorts the rows by this column. */
  sort?: { direction: 'ascending' | 'descending' | 'none'; toggle: () => void } | undefined
}

export type TableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** Shown if there are no rows. */
  empty: ReactNode
  /** New rows are loading. */
  busy?: boolean
  /**
   * On a narrow screen the wide column comes first and the others share a line, without headers.
   */
  compact?: boolean
  /** The whole row is clickable: it has one link or button that is `stretched`. */
  pressable?: boolean
}

/**
 * A table. On a narrow screen each row becomes a card: the first column is its title, and the other
 * columns have their header next to them. Screen readers still see a table.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, empty, busy, compact, pressable } = props
  if (rows.length === 0) return <div className="surface">{empty}</div>
  return (
    <div className={clsx('table-frame', busy && 'opacity-60 transition-opacity delay-150')}>
      <div className="table-clip">
        <table aria-busy={busy} className={clsx('data-table', compact && 'compact')}>
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.header}
                  scope="col"
                  aria-sort={column.sort?.direction}
                  // On a phone the button is hidden, also from screen readers.
                  aria-label={column.sort && column.header}
                  className={endClass(column)}
                >
                  {column.sort ? <SortButton {...column} sort={column.sort} /> : column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={rowKey(row)} className={clsx(pressable && 'pressable group')}>
                {columns.map((column) => (
                  <td
                    key={column.header}
                    data-header={column.header}
                    className={clsx(endClass(column), column.wide && 'wide')}
                  >
                    <div className="cell">{column.cell(row)}</div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const arrows = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown }

type SortButtonProps = { header: string; sort: NonNullable<Column<unknown>['sort']> }

function SortButton({ header, sort: { direction, toggle } }: SortButtonProps) {
  const Arrow = arrows[direction]
  return (
    <button
      type="button"
      onClick={toggle}
      className="inline-flex cursor-pointer items-center gap-1 rounded-sm hover:text-ink"
    >
      {header}
      <Arrow
        size={14}
        aria-hidden="true"
        className={direction === 'none' ? 'text-faint' : 'text-signal'}
      />
    </button>
  )
}

function endClass<Row>({ align, icons }: Column<Row>) {
  return icons ? 'end icons' : align === 'end' ? 'end' : undefined
}
