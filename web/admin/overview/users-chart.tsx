import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import { ChartCard } from './chart-card.tsx'
import type { ChartProps } from './chart-cards.tsx'
import {
  axis,
  binName,
  count,
  cursor,
  grid,
  longBin,
  shortBin,
  shortCount,
  sumOf,
  Tip,
  tick,
} from './chart-parts.tsx'

const series = [{ key: 'users', label: 'New users', color: 'var(--color-soft)' }]

/** Who signed up, by day, week or month. */
export function UsersChart({ charts, days, busy }: ChartProps) {
  const rows = charts.from.map((from, at) => ({ from, users: charts.users[at]! }))
  const total = sumOf(charts.users)
  return (
    <ChartCard
      title="New users"
      sum={`${count(total)} in ${days} days, by ${charts.bin}`}
      empty={total === 0 && 'Nobody signed up in these days.'}
      busy={busy}
      numbers={{
        caption: `New users by ${charts.bin}`,
        headers: [binName[charts.bin], 'New users'],
        rows: rows.map(({ from, users }) => ({
          name: longBin(charts.bin, from),
          cells: [count(users)],
        })),
      }}
    >
      <BarChart data={rows} accessibilityLayer={false} barCategoryGap="18%">
        <CartesianGrid {...grid} />
        <XAxis
          dataKey="from"
          tickFormatter={shortBin(charts.bin)}
          tick={tick}
          minTickGap={24}
          {...axis}
        />
        <YAxis
          width={46}
          allowDecimals={false}
          tickFormatter={shortCount}
          tick={tick}
          {...axis}
          axisLine={false}
        />
        <Tooltip
          cursor={cursor}
          content={(tip) => <Tip {...tip} bin={charts.bin} series={series} show={count} />}
        />
        <Bar dataKey="users" fill={series[0]!.color} isAnimationActive={false} />
      </BarChart>
    </ChartCard>
  )
}
