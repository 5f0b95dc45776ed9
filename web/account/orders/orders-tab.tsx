import { Receipt } from 'lucide-react'
import type { Order } from '#contract/orders.ts'
import { orders } from '#contract/orders.ts'
import { api } from '../../api/client.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { defineTab } from '../dashboard/tab.ts'
import { OrderCard } from './order-card.tsx'

export const ordersTab = defineTab({
  id: 'orders',
  label: 'Orders',
  icon: Receipt,
  load: () => api(orders.list),
  failed: 'Failed to load orders',
  Panel: Orders,
})

function Orders({ data }: { data: Order[] }) {
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<Receipt size={26} />}
        title="No orders yet"
        action={
          <LinkButton to="/store" look="primary">
            Browse Store
          </LinkButton>
        }
      >
        What you buy is listed here, with its payment and its renewal.
      </EmptyState>
    )
  }
  return (
    <ul className="grid gap-4">
      {data.map((order) => (
        <OrderCard key={order.id} order={order} />
      ))}
    </ul>
  )
}
