// biome-ignore-all lint/a11y/noRedundantRoles: a table drawn as blocks would be none to a reader
import clsx from 'clsx'
import type { ReactNode } from 'react'

export type Column<Row> = {
  header: string
  /** Keeps the header for screen readers only, as above a column of buttons. */
  hideHeader?: boolean
  cell: (row: Row) => ReactNode
  /** Figures stand at the end, with tabular digits. */
  align?: 'start' | 'end'
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
}

/**
 * A table; on a narrow screen each row is a card of its own, the first column its title and the
 * others with their header beside them. The roles keep it a table for a screen reader then.
 */
export function Table<Row>({ caption, columns, rows, rowKey, empty, busy }: TableProps<Row>) {
  if (rows.length === 0) return <div className="surface">{empty}</div>
  return (
    <div className={clsx('table-frame', busy && 'opacity-60 transition-opacity delay-150')}>
      <table role="table" aria-busy={busy} className="data-table">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.header} role="columnheader" scope="col" className={endClass(column)}>
                <span className={clsx(column.hideHeader && 'sr-only')}>{column.header}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map((column) => (
                <td
                  key={column.header}
                  role="cell"
                  data-header={column.hideHeader ? undefined : column.header}
                  className={clsx(endClass(column), column.wide && 'wide')}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function endClass<Row>({ align }: Column<Row>) {
  return align === 'end' ? 'end' : undefined
}
