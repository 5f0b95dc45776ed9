import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import { formatPrice } from '../../ui/price.tsx'
import { ChartCard } from './chart-card.tsx'
import type { ChartProps } from './chart-cards.tsx'
import {
  axis,
  binName,
  cursor,
  grid,
  Legend,
  longBin,
  shortBin,
  shortCount,
  sumOf,
  Tip,
  tick,
} from './chart-parts.tsx'

const series = [
  { key: 'card', label: 'Card', color: 'var(--color-success)' },
  { key: 'crypto', label: 'Crypto', color: 'var(--color-warning)' },
]

/** What was paid on each day, week or month and not given back, by method. */
export function RevenueChart({ charts, days, busy }: ChartProps) {
  const rows = charts.from.map((from, at) => ({
    from,
    card: charts.revenue.card[at]!,
    crypto: charts.revenue.crypto[at]!,
  }))
  const total = sumOf(rows.map(({ card, crypto }) => card + crypto))
  return (
    <ChartCard
      title="Revenue by method"
      sum={`${formatPrice(total)} in ${days} days, by ${charts.bin}`}
      empty={total === 0 && 'Nothing was paid in these days.'}
      busy={busy}
      legend={<Legend series={series} />}
      numbers={{
        caption: `Revenue by ${charts.bin} and method`,
        headers: [binName[charts.bin], 'Card', 'Crypto'],
        rows: rows.map(({ from, card, crypto }) => ({
          name: longBin(charts.bin, from),
          cells: [formatPrice(card), formatPrice(crypto)],
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
          tickFormatter={(dollars) => `$${shortCount(dollars)}`}
          tick={tick}
          {...axis}
          axisLine={false}
        />
        <Tooltip
          cursor={cursor}
          content={(tip) => <Tip {...tip} bin={charts.bin} series={series} show={formatPrice} />}
        />
        {series.map(({ key, color }) => (
          <Bar key={key} dataKey={key} stackId="day" fill={color} isAnimationActive={false} />
        ))}
      </BarChart>
    </ChartCard>
  )
}
