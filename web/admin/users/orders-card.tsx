import type { Order } from '#contract/orders.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { formatPrice } from '../../ui/price.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'

export function OrdersCard({ orders }: { orders: readonly Order[] }) {
  return (
    <Card>
      <CardHeader title="Order History" />
      {orders.length === 0 && <p className="text-soft">No orders yet.</p>}
      <ul
        aria-label="Orders"
        // What scrolls must be reachable by keyboard.
        tabIndex={orders.length > 2 ? 0 : undefined}
        className="-mr-2 max-h-[34rem] divide-y divide-line overflow-y-auto pr-2"
      >
        {orders.map((order) => (
          <li
            key={order.id}
            className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-0 flex-1 basis-56">
              <p className="font-[600]">{order.items.map(({ name }) => name).join(', ')}</p>
              <p className="font-mono text-faint text-xs [overflow-wrap:anywhere]">{order.id}</p>
              <p className="text-faint text-sm">
                <TimeAgo at={order.created_at} />
              </p>
            </div>
            <div className="flex items-center gap-3">
              <span className="tabular-nums">{formatPrice(order.total_price)}</span>
              <Badge tone={order.payment_status === 'finished' ? 'success' : 'danger'}>
                {order.payment_status}
              </Badge>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
