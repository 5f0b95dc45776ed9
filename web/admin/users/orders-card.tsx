import { Link } from 'react-router'
import type { Order } from '#contract/selling/orders.ts'
import { paymentLabels } from '../../account/orders/payment-labels.ts'
import { formatPrice } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { CardPager } from '../list/card-pager.tsx'
import { OrderNumber } from '../order-number.tsx'
import { toneOf } from '../orders/tones.ts'
import { cardRows } from './load-user.ts'

type OrdersCardProps = { orders: readonly Order[]; total: number; page: number }

export function OrdersCard({ orders, total, page }: OrdersCardProps) {
  return (
    <Card>
      <CardHeader title="Order History" />
      {total === 0 && <p className="text-soft">No orders yet.</p>}
      <ul aria-label="Orders" className="divide-y divide-line">
        {orders.map((order) => (
          <li
            key={order.id}
            className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
              <Link
                to={`/admin/orders/${order.id}`}
                className="font-[600] underline decoration-edge underline-offset-4 hover:decoration-signal"
              >
                {order.items.map(({ name }) => name).join(', ') || 'Nothing'}
              </Link>
              <div>
                <OrderNumber id={order.id} />
              </div>
              <p className="text-soft text-sm">
                <Moment at={order.created_at} />
              </p>
            </div>
            <div className="flex items-center gap-3">
              <span className="tabular-nums">{formatPrice(order.total_price)}</span>
              <Badge tone={toneOf(order.payment_status)}>
                {paymentLabels[order.payment_status]}
              </Badge>
            </div>
          </li>
        ))}
      </ul>
      <CardPager
        name="orders"
        page={page}
        size={cardRows}
        total={total}
        nouns={['order', 'orders']}
      />
    </Card>
  )
}
