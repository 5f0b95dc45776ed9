import clsx from 'clsx'
import type { ReactNode } from 'react'

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  /** Figures stand at the end, with tabular digits. */
  align?: 'start' | 'end'
  /** Icon buttons, whose icons stand at the end as text does. */
  icons?: boolean
  /** Long text: the column takes the width that is left and its cells may wrap. */
  wide?: boolean
}

type TableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** Shown in place of rows when there are none. */
  empty: ReactNode
  /** Its rows are being replaced. */
  busy?: boolean
  /** On a narrow screen the wide column leads and the others share a line, without headers. */
  compact?: boolean
  /** A row is pressed as a whole: it has one link or button that is `stretched`. */
  pressable?: boolean
}

/**
 * A table; on a narrow screen each row is a card of its own, the first column its title and the
 * others with their header beside them; browsers keep it a table for a screen reader then.
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
                <th key={column.header} scope="col" className={endClass(column)}>
                  {column.header}
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

function endClass<Row>({ align, icons }: Column<Row>) {
  return icons ? 'end icons' : align === 'end' ? 'end' : undefined
}
