import clsx from 'clsx'
import { type ReactElement, type ReactNode, useId } from 'react'
import { ResponsiveContainer } from 'recharts'
import { DisclosureSummary } from '../../ui/disclosure-summary.tsx'
import { NumbersTable, type NumbersTableProps } from './numbers-table.tsx'

type ChartCardProps = {
  title: string
  /** The total, in a few words. */
  sum: ReactNode
  /** Shown in place of an empty chart. */
  empty?: string | false
  legend?: ReactNode
  busy?: boolean
  numbers: NumbersTableProps
  /** A chart of the chart library. */
  children: ReactElement
}

/** A chart with its caption, and its data as a table. */
export function ChartCard(props: ChartCardProps) {
  const { title, sum, empty, legend, busy, numbers, children } = props
  const caption = useId()
  return (
    <figure
      aria-labelledby={caption}
      className={clsx(
        'surface notch-6 flex min-w-0 flex-col p-5 sm:p-6',
        busy && 'opacity-60 transition-opacity delay-150',
      )}
    >
      <figcaption id={caption} className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="title text-lg">{title}</h3>
        <span className="text-soft text-sm tabular-nums">{sum}</span>
      </figcaption>
      {empty ? (
        <p className="grid h-60 place-items-center text-center text-faint">{empty}</p>
      ) : (
        // Screen readers get the numbers from the table below.
        <div aria-hidden="true" className="mt-4 h-60 select-none text-xs">
          <ResponsiveContainer width="100%" height="100%">
            {children}
          </ResponsiveContainer>
        </div>
      )}
      {!empty && legend}
      <details className="mt-auto pt-4">
        <DisclosureSummary className="w-fit text-soft text-sm hover:text-ink">
          Numbers as a table
        </DisclosureSummary>
        <NumbersTable {...numbers} />
      </details>
    </figure>
  )
}
