import type { Charts } from '#contract/shop/overview.ts'
import { formatCount } from '../../format.ts'
import { BinnedChart } from './binned-chart.tsx'
import type { ChartProps } from './chart-cards.tsx'
import { type Series, sumOf } from './chart-parts.tsx'

/** Lines differ in colour and dashes. More lines than these would be unreadable. */
const strokes = [
  { color: 'var(--color-success)', dashes: '' },
  { color: 'var(--color-warning)', dashes: '7 3' },
  { color: 'var(--color-ink)', dashes: '16 3' },
  { color: 'var(--color-danger)', dashes: '10 3 2 3' },
  { color: 'var(--color-signal)', dashes: '2 3' },
]
const rest = { key: 'rest', label: 'All others', color: 'var(--color-faint)', dashes: '1 4' }

/** The number of active subscriptions of each product at the end of each day, week or month. */
export function SubscriptionsChart({ charts, busy }: ChartProps) {
  const products = charts.subscriptions
  const { series, rows } = linesOf(charts)
  const now = sumOf(products.map(({ active }) => active.at(-1)!))
  return (
    <BinnedChart
      charts={charts}
      busy={busy}
      title="Active subscriptions by game"
      sum={`${formatCount(now)} now, by ${charts.bin}`}
      empty={products.length === 0 && 'No subscription was running in these days.'}
      caption={`Active subscriptions by ${charts.bin} and game`}
      series={series}
      rows={rows}
      columns={products.map(({ product_name, active }) => ({
        header: product_name,
        values: active,
      }))}
      show={formatCount}
      look="lines"
    />
  )
}

/** A line for each of the largest products, and one for the sum of the others. */
function linesOf({ from: starts, subscriptions: products }: Charts) {
  const fits = products.length <= strokes.length
  const own = fits ? products : products.slice(0, strokes.length)
  const others = products.slice(own.length)
  const series: Series[] = own.map(({ product_id, product_name }, at) => ({
    key: String(product_id),
    label: product_name,
    ...strokes[at]!,
  }))
  if (others.length > 0) series.push(rest)
  const rows = starts.map((from, at) => ({
    from,
    ...Object.fromEntries(own.map(({ product_id, active }) => [String(product_id), active[at]!])),
    ...(others.length > 0 && { rest: sumOf(others.map(({ active }) => active[at]!)) }),
  }))
  return { series, rows }
}
