import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import { ChartCard } from './chart-card.tsx'
import type { ChartProps } from './chart-cards.tsx'
import {
  axis,
  count,
  cursor,
  grid,
  longDay,
  shortCount,
  shortDay,
  sumOf,
  Tip,
  tick,
} from './chart-parts.tsx'

const series = [{ key: 'users', label: 'New users', color: 'var(--color-soft)' }]

/** Who signed up on each day. */
export function UsersChart({ charts, days, busy }: ChartProps) {
  const rows = charts.days.map((day, at) => ({ day, users: charts.users[at]! }))
  const total = sumOf(charts.users)
  return (
    <ChartCard
      title="New users"
      sum={`${count(total)} in ${days} days`}
      empty={total === 0 && 'Nobody signed up in these days.'}
      busy={busy}
      numbers={{
        caption: 'New users by day',
        headers: ['Day', 'New users'],
        rows: rows.map(({ day, users }) => ({ name: longDay(day), cells: [count(users)] })),
      }}
    >
      <BarChart data={rows} accessibilityLayer={false} barCategoryGap={days > 90 ? 0 : '18%'}>
        <CartesianGrid {...grid} />
        <XAxis dataKey="day" tickFormatter={shortDay} tick={tick} minTickGap={24} {...axis} />
        <YAxis
          width={46}
          allowDecimals={false}
          tickFormatter={shortCount}
          tick={tick}
          {...axis}
          axisLine={false}
        />
        <Tooltip cursor={cursor} content={(tip) => <Tip {...tip} series={series} show={count} />} />
        <Bar dataKey="users" fill={series[0]!.color} isAnimationActive={false} />
      </BarChart>
    </ChartCard>
  )
}
