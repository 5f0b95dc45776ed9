import type { Order } from '#contract/selling/orders.ts'
import { formatPrice } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Price } from '../../ui/price.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { paymentLabels } from './payment-labels.ts'

export function OrderStatus({ status }: { status: Order['payment_status'] }) {
  return <Badge tone={status === 'finished' ? 'success' : 'warning'}>{paymentLabels[status]}</Badge>
}

/** The total of an order and its refunds. All pages show them with this component. */
export function OrderTotals({ order }: { order: Order }) {
  const { payment_status, total_price, refunds } = order
  return (
    <div className="pt-3">
      <p className="flex items-baseline justify-between gap-4">
        <span className="label">Total</span>
        {payment_status === 'refunded' ? (
          <s className="title text-lg text-soft tabular-nums">{formatPrice(total_price)}</s>
        ) : (
          <Price amount={total_price} className="title text-lg" />
        )}
      </p>
      <OrderRefunds refunds={refunds} />
    </div>
  )
}

type Refund = Order['refunds'][number]

const refundStates: Record<Refund['status'], string> = {
  asked: 'in progress',
  pending: 'in progress',
  succeeded: 'completed',
  failed: 'failed',
  canceled: 'canceled',
}

function nameOf({ by_bank, status }: Refund) {
  if (!by_bank) return `Refund, ${refundStates[status]}`
  return status === 'failed'
    ? 'Dispute, closed: the payment stands'
    : 'Dispute, refunded by your bank'
}

export function OrderRefunds({ refunds }: Pick<Order, 'refunds'>) {
  if (refunds.length === 0) return null
  return (
    <ul aria-label="Refunds" className="mt-2 grid gap-2 text-[0.9375rem] text-soft">
      {refunds.map((refund) => (
        <li key={refund.id} className="flex justify-between gap-4">
          <span className="min-w-0">
            {nameOf(refund)}
            <span className="block text-sm">
              <Moment at={refund.created_at} />
            </span>
          </span>
          <span className="shrink-0 tabular-nums">
            {refund.status === 'failed' || refund.status === 'canceled' ? (
              <s className="text-faint">−{formatPrice(refund.amount)}</s>
            ) : (
              `−${formatPrice(refund.amount)}`
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
