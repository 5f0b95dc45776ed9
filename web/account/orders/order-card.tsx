import { CreditCard, Gift, Wallet } from 'lucide-react'
import type { Order } from '#contract/orders.ts'
import { terms } from '#contract/terms.ts'
import { formatCoins } from '../../checkout/crypto/payment-info.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Price } from '../../ui/price.tsx'
import { CancelAutorenewal } from './cancel-autorenewal.tsx'

const kinds = {
  card: { icon: CreditCard, label: 'Credit card' },
  crypto: { icon: Wallet, label: 'Cryptocurrency' },
  free: { icon: Gift, label: 'Free' },
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

export function OrderCard({ order }: { order: Order }) {
  const { icon: Icon, label } = kinds[order.type]
  const payable = order.type === 'crypto' && order.payment_status === 'waiting'
  const renews = order.type === 'card' && order.payment_status === 'finished' && order.autorenew
  return (
    <li className="surface notch-5 p-5 sm:p-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="title text-lg tabular-nums">Order {order.id.slice(0, 8)}</h2>
        <Status status={order.payment_status} />
        <time dateTime={order.created_at} className="text-faint text-sm tabular-nums sm:ml-auto">
          {day.format(new Date(order.created_at))}
        </time>
      </div>
      <ul className="mt-4 divide-y divide-line border-line border-y">
        {order.items.map((item) => (
          <li key={item.id} className="flex justify-between gap-4 py-3">
            <div className="min-w-0">
              <p className="font-[600]">{item.name}</p>
              <p className="text-faint text-sm">
                {terms.find(({ months }) => months === item.term_length)?.label}
                {item.discount && ` · ${item.discount.code}`}
              </p>
            </div>
            <Price
              amount={item.price}
              was={item.price + (item.discount?.amount ?? 0)}
              className="shrink-0"
            />
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="flex items-center gap-3 text-sm text-soft">
          <Icon size={18} aria-hidden="true" className="shrink-0 text-faint" />
          <span className="tabular-nums">
            {label}
            {order.pay_amount !== null && order.pay_currency && (
              <>
                {' · '}
                {formatCoins(order.pay_amount)} {order.pay_currency.toUpperCase()}
              </>
            )}
          </span>
        </div>
        <p className="ml-auto flex items-baseline gap-3">
          <span className="label">Total</span>
          <Price amount={order.total_price} className="title text-lg" />
        </p>
        {payable && (
          <LinkButton
            to={`/crypto-payment?order=${order.id}`}
            look="primary"
            className="ml-auto sm:ml-0"
          >
            Pay
          </LinkButton>
        )}
        {renews && <CancelAutorenewal order={order} />}
      </div>
    </li>
  )
}

function Status({ status }: { status: Order['payment_status'] }) {
  const words = status.replace('_', ' ')
  return (
    <Badge tone={status === 'finished' ? 'success' : 'warning'}>
      {words.charAt(0).toUpperCase() + words.slice(1)}
    </Badge>
  )
}
