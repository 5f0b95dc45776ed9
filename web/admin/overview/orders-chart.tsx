import { Bar, BarChart, Cell, LabelList, XAxis, YAxis } from 'recharts'
import type { PaymentStatus } from '#contract/orders.ts'
import { ChartCard } from './chart-card.tsx'
import type { ChartProps } from './chart-cards.tsx'
import { count, sumOf, tick } from './chart-parts.tsx'

const looks: Record<PaymentStatus, { label: string; color: string }> = {
  finished: { label: 'Finished', color: 'var(--color-success)' },
  waiting: { label: 'Waiting', color: 'var(--color-warning)' },
  confirming: { label: 'Confirming', color: 'var(--color-warning)' },
  partially_paid: { label: 'Partially paid', color: 'var(--color-warning)' },
  expired: { label: 'Expired', color: 'var(--color-field)' },
  failed: { label: 'Failed', color: 'var(--color-field)' },
  refunded: { label: 'Refunded', color: 'var(--color-danger)' },
  disputed: { label: 'Disputed', color: 'var(--color-danger)' },
}

/** What became of the orders of these days. */
export function OrdersChart({ charts, days, busy }: ChartProps) {
  const rows = charts.orders.map(({ payment_status, orders }) => ({
    ...looks[payment_status],
    orders,
  }))
  const total = sumOf(rows.map(({ orders }) => orders))
  return (
    <ChartCard
      title="Orders by state"
      sum={`${count(total)} in ${days} days`}
      empty={total === 0 && 'Nobody ordered in these days.'}
      busy={busy}
      numbers={{
        caption: 'Orders by state',
        headers: ['State', 'Orders'],
        rows: rows.map(({ label, orders }) => ({ name: label, cells: [count(orders)] })),
      }}
    >
      <BarChart
        data={rows}
        layout="vertical"
        accessibilityLayer={false}
        barCategoryGap="24%"
        margin={{ top: 0, right: 56, bottom: 0, left: 0 }}
      >
        <XAxis type="number" hide />
        <YAxis
          type="category"
          dataKey="label"
          width={100}
          tick={{ ...tick, fill: 'var(--color-soft)' }}
          tickLine={false}
          axisLine={false}
        />
        <Bar dataKey="orders" isAnimationActive={false} minPointSize={2} maxBarSize={26}>
          {rows.map(({ label, color }) => (
            <Cell key={label} fill={color} />
          ))}
          <LabelList
            dataKey="orders"
            position="right"
            formatter={(orders) => count(Number(orders))}
            fill="var(--color-ink)"
            fontSize={12}
          />
        </Bar>
      </BarChart>
    </ChartCard>
  )
}
