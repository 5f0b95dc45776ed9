import type { Charts } from '#contract/shop/overview.ts'
import { OrdersChart } from './orders-chart.tsx'
import { RevenueChart } from './revenue-chart.tsx'
import { SubscriptionsChart } from './subscriptions-chart.tsx'
import { UsersChart } from './users-chart.tsx'

export type ChartProps = { charts: Charts; days: number; busy: boolean }

/** The charts that a shop owner checks every morning. */
export default function ChartCards(props: ChartProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2">
      <RevenueChart {...props} />
      <OrdersChart {...props} />
      <UsersChart {...props} />
      <SubscriptionsChart {...props} />
    </div>
  )
}
