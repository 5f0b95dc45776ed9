import { formatCount } from '../../format.ts'
import { BinnedChart } from './binned-chart.tsx'
import type { ChartProps } from './chart-cards.tsx'
import { sumOf } from './chart-parts.tsx'

const series = [{ key: 'users', label: 'New users', color: 'var(--color-soft)' }]

/** Sign-ups by day, week or month. */
export function UsersChart({ charts, days, busy }: ChartProps) {
  const total = sumOf(charts.users)
  return (
    <BinnedChart
      charts={charts}
      busy={busy}
      title="New users"
      sum={`${formatCount(total)} in ${days} days, by ${charts.bin}`}
      empty={total === 0 && 'Nobody signed up in these days.'}
      caption={`New users by ${charts.bin}`}
      series={series}
      rows={charts.from.map((from, at) => ({ from, users: charts.users[at]! }))}
      show={formatCount}
    />
  )
}
