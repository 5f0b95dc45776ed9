import clsx from 'clsx'
import type { ReactNode } from 'react'

export type Column<Row> = {
  header: string
  /** Keeps the header for screen readers only, as above a column of buttons. */
  hideHeader?: boolean
  cell: (row: Row) => ReactNode
  /** Figures stand at the end, with tabular digits. */
  align?: 'start' | 'end'
  className?: string
}

type TableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** Shown in place of rows when there are none. */
  empty: ReactNode
}

/** A table that scrolls sideways inside its own frame when the screen is narrow. */
export function Table<Row>({ caption, columns, rows, rowKey, empty }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className="surface relative overflow-x-auto">
      <table className="w-full border-collapse text-[0.9375rem]">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-line border-b">
            {columns.map((column) => (
              <th key={column.header} scope="col" className={clsx('label h-12', cellClass(column))}>
                <span className={clsx(column.hideHeader && 'sr-only')}>{column.header}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={rowKey(row)} className="transition-colors duration-120 hover:bg-raised">
              {columns.map((column) => (
                <td key={column.header} className={clsx('h-14', cellClass(column))}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <div className="px-5 py-12 text-center text-soft">{empty}</div>}
    </section>
  )
}

function cellClass<Row>({ align, className }: Column<Row>) {
  return clsx(
    'whitespace-nowrap px-5 py-2',
    align === 'end' ? 'text-right tabular-nums' : 'text-left',
    className,
  )
}
