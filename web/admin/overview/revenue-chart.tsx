import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import { formatPrice } from '../../ui/price.tsx'
import { ChartCard } from './chart-card.tsx'
import type { ChartProps } from './chart-cards.tsx'
import {
  axis,
  cursor,
  grid,
  Legend,
  longDay,
  shortCount,
  shortDay,
  sumOf,
  Tip,
  tick,
} from './chart-parts.tsx'

const series = [
  { key: 'card', label: 'Card', color: 'var(--color-success)' },
  { key: 'crypto', label: 'Crypto', color: 'var(--color-warning)' },
]

/** What was paid on each day and not given back, by method. */
export function RevenueChart({ charts, days, busy }: ChartProps) {
  const rows = charts.days.map((day, at) => ({
    day,
    card: charts.revenue.card[at]!,
    crypto: charts.revenue.crypto[at]!,
  }))
  const total = sumOf(rows.map(({ card, crypto }) => card + crypto))
  return (
    <ChartCard
      title="Revenue by method"
      sum={`${formatPrice(total)} in ${days} days`}
      empty={total === 0 && 'Nothing was paid in these days.'}
      busy={busy}
      legend={<Legend series={series} />}
      numbers={{
        caption: 'Revenue by day and method',
        headers: ['Day', 'Card', 'Crypto'],
        rows: rows.map(({ day, card, crypto }) => ({
          name: longDay(day),
          cells: [formatPrice(card), formatPrice(crypto)],
        })),
      }}
    >
      <BarChart data={rows} accessibilityLayer={false} barCategoryGap={days > 90 ? 0 : '18%'}>
        <CartesianGrid {...grid} />
        <XAxis dataKey="day" tickFormatter={shortDay} tick={tick} minTickGap={24} {...axis} />
        <YAxis
          width={46}
          tickFormatter={(dollars) => `$${shortCount(dollars)}`}
          tick={tick}
          {...axis}
          axisLine={false}
        />
        <Tooltip
          cursor={cursor}
          content={(tip) => <Tip {...tip} series={series} show={formatPrice} />}
        />
        {series.map(({ key, color }) => (
          <Bar key={key} dataKey={key} stackId="day" fill={color} isAnimationActive={false} />
        ))}
      </BarChart>
    </ChartCard>
  )
}
