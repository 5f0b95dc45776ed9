import { Receipt, Search } from 'lucide-react'
import { useState } from 'react'
import type { CardRenewal } from '#contract/access/card-renewal.ts'
import type { Order } from '#contract/selling/orders.ts'
import { mostOrders, orders } from '#contract/selling/orders.ts'
import { renewals } from '#contract/selling/renewals.ts'
import { api } from '../../api/client.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { defineTab } from '../dashboard/tab.ts'
import { OrderCard } from './order-card.tsx'

export const ordersTab = defineTab({
  id: 'orders',
  label: 'Orders',
  icon: Receipt,
  load: async () => {
    const [listed, renewing] = await Promise.all([api(orders.list), api(renewals.list)])
    return { orders: listed, renewals: renewing }
  },
  failed: 'Failed to load orders',
  Panel: Orders,
})

/** Up to this many orders need no search. */
const handful = 5

type Listed = { orders: Order[]; renewals: CardRenewal[] }

function Orders({ data: { orders: data, renewals: renewing } }: { data: Listed }) {
  const [text, setText] = useState('')
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
        Your orders appear here with their payment and renewal.
      </EmptyState>
    )
  }
  const wanted = wantedNumber(text)
  const found = data.filter(({ id }) => id.startsWith(wanted))
  return (
    <>
      {data.length > handful && (
        <TextField
          type="search"
          label="Find an order by its number"
          hideLabel
          placeholder="Find an order by its number"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          icon={<Search size={18} aria-hidden="true" />}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="mb-6 sm:max-w-96"
        />
      )}
      <p role="status" className="text-soft empty:hidden">
        {found.length === 0 &&
          (data.length < mostOrders
            ? 'None of your order numbers starts with this.'
            : `None of your latest ${mostOrders} order numbers starts with this.`)}
      </p>
      <ul className="grid gap-4">
        {found.map((order) => (
          <OrderCard key={order.id} order={order} renewals={renewing} />
        ))}
      </ul>
      {data.length === mostOrders && wanted === '' && (
        <p className="mt-6 text-faint text-sm">
          These are your latest {mostOrders} orders. To see an older one, open the link in its
          email, or ask under Support.
        </p>
      )}
    </>
  )
}

/** The start of an order number, as typed or pasted: `Order 3F2A`, `#3f2a`. */
function wantedNumber(text: string): string {
  return text.toLowerCase().replace(/^\s*(order\b)?[\s#]*|\s+$/g, '')
}
