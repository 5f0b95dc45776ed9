import { currencySign } from '#contract/wire/currency.ts'
import { formatPrice } from '../../format.ts'
import { BinnedChart } from './binned-chart.tsx'
import type { ChartProps } from './chart-cards.tsx'
import { sumOf } from './chart-parts.tsx'

const series = [
  { key: 'card', label: 'Card', color: 'var(--color-success)' },
  { key: 'crypto', label: 'Crypto', color: 'var(--color-warning)' },
]

/** Payments less refunds, by payment method and day, week or month. */
export function RevenueChart({ charts, days, busy }: ChartProps) {
  const { card, crypto } = charts.revenue
  const total = sumOf([...card, ...crypto])
  return (
    <BinnedChart
      charts={charts}
      busy={busy}
      title="Revenue by method"
      sum={`${formatPrice(total)} in ${days} days, by ${charts.bin}`}
      empty={total === 0 && 'Nothing was paid in these days.'}
      caption={`Revenue by ${charts.bin} and method`}
      series={series}
      rows={charts.from.map((from, at) => ({ from, card: card[at]!, crypto: crypto[at]! }))}
      show={formatPrice}
      unit={currencySign()}
    />
  )
}
