import { Bar, BarChart, Cell, LabelList, XAxis, YAxis } from 'recharts'
import type { PaymentStatus } from '#contract/selling/orders.ts'
import { paymentLabels } from '../../account/orders/payment-labels.ts'
import { formatCount } from '../../format.ts'
import { ChartCard } from './chart-card.tsx'
import type { ChartProps } from './chart-cards.tsx'
import { sumOf, tick } from './chart-parts.tsx'

const colors: Record<PaymentStatus, string> = {
  finished: 'var(--color-success)',
  waiting: 'var(--color-warning)',
  confirming: 'var(--color-warning)',
  partially_paid: 'var(--color-warning)',
  expired: 'var(--color-field)',
  failed: 'var(--color-field)',
  refunded: 'var(--color-danger)',
  disputed: 'var(--color-danger)',
}

/** The payment status of the orders of the period. */
export function OrdersChart({ charts, days, busy }: ChartProps) {
  const rows = charts.orders.map(({ payment_status, orders }) => ({
    label: paymentLabels[payment_status],
    color: colors[payment_status],
    orders,
  }))
  const total = sumOf(rows.map(({ orders }) => orders))
  return (
    <ChartCard
      title="Orders by status"
      sum={`${formatCount(total)} in ${days} days`}
      empty={total === 0 && 'Nobody ordered in these days.'}
      busy={busy}
      numbers={{
        caption: 'Orders by status',
        headers: ['Status', 'Orders'],
        rows: rows.map(({ label, orders }) => ({ name: label, cells: [formatCount(orders)] })),
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
            formatter={(orders) => formatCount(Number(orders))}
            fill="var(--color-ink)"
            fontSize={12}
          />
        </Bar>
      </BarChart>
    </ChartCard>
  )
}
