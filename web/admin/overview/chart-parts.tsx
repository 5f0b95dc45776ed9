import type { TooltipContentProps } from 'recharts'
import type { ChartBin } from '#contract/shop/overview.ts'
import { formatUtcDay } from '../../format.ts'

export type Series = {
  key: string
  label: string
  color: string
  /** Distinguishes the series without its colour. */
  dashes?: string
}

/** The style of text along an axis. */
export const tick = { fill: 'var(--color-faint)', fontSize: 12 } as const
export const axis = { stroke: 'var(--color-edge)', tickLine: false } as const
export const grid = { stroke: 'var(--color-line)', vertical: false } as const
/** The style of the position under the pointer. */
export const cursor = { fill: 'var(--color-line)', stroke: 'var(--color-edge)' } as const

const utc = (format: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...format, timeZone: 'UTC' })
const fullDay = utc({ dateStyle: 'medium' })
const month = utc({ month: 'short', year: 'numeric' })

/** `Nov 21` for the first day of a bin, `Nov 2026` for a month. */
export const shortBin = (bin: ChartBin) => (date: string) =>
  bin === 'month' ? month.format(new Date(date)) : formatUtcDay(date)

/** The same with the full date, where there is space. */
export function longBin(bin: ChartBin, date: string): string {
  const at = new Date(date)
  if (bin === 'month') return month.format(at)
  return bin === 'week' ? `Week from ${fullDay.format(at)}` : fullDay.format(at)
}

/** The header of a table's first column. */
export const binName: Record<ChartBin, string> = { day: 'Day', week: 'Week', month: 'Month' }

export const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

type TipProps = Pick<TooltipContentProps, 'active' | 'label' | 'payload'> & {
  bin: ChartBin
  series: readonly Series[]
  show: (value: number) => string
}

/** The values of the day, week or month under the pointer. */
export function Tip({ active, label, payload, bin, series, show }: TipProps) {
  if (!active || !payload?.length) return null
  return (
    <div className="rounded-md border border-edge bg-raised px-3 py-2 text-sm shadow-float">
      <p className="mb-1 text-faint">{longBin(bin, String(label))}</p>
      {series.map(({ key, label: name, color }) => (
        <p key={key} className="flex items-center gap-2 tabular-nums">
          <span className="size-2 rounded-sm" style={{ background: color }} />
          <span className="max-w-48 truncate text-soft">{name}</span>
          <span className="ml-auto pl-4">
            {show(Number(payload[0]!.payload[key as keyof object] ?? 0))}
          </span>
        </p>
      ))}
    </div>
  )
}

export function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-soft text-sm">
      {series.map(({ key, label, color, dashes }) => (
        <li key={key} className="flex min-w-0 items-center gap-2">
          <svg width="18" height="10" aria-hidden="true" className="shrink-0">
            <line
              x1="0"
              x2="18"
              y1="5"
              y2="5"
              stroke={color}
              strokeWidth={dashes === undefined ? 8 : 2.5}
              strokeDasharray={dashes}
            />
          </svg>
          <span className="truncate">{label}</span>
        </li>
      ))}
    </ul>
  )
}
