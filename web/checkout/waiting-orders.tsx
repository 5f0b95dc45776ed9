import { CancelOrder } from '../account/orders/cancel-order.tsx'
import { useWaitingOrders } from '../cart/waiting-order.ts'
import { formatList, formatPrice } from '../format.ts'
import { LinkButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

type WaitingOrdersProps = {
  /** Orders of at least one of these products are shown. */
  products: readonly number[]
  /** The products have just been paid for, so the customer should cancel an unpaid order. */
  paid?: boolean
}

/** Orders for the same products that the customer has not paid yet. */
export function WaitingOrders({ products, paid }: WaitingOrdersProps) {
  const { waiting, again } = useWaitingOrders()
  const same = waiting.filter(
    ({ can_cancel, items }) => can_cancel && items.some(({ id }) => products.includes(id)),
  )
  if (same.length === 0) return null
  return (
    <Notice>
      <ul className="grid gap-4">
        {same.map(({ id, items, total_price }) => (
          <li key={id} className="grid gap-3 [overflow-wrap:anywhere]">
            <p>
              {paid ? 'You also have' : 'You have'} an unpaid order for{' '}
              {formatList(items.map(({ name }) => name))} at{' '}
              <span className="tabular-nums">{formatPrice(total_price)}</span>.{' '}
              {paid
                ? 'Cancel it so that you do not pay twice.'
                : 'Pay it, or cancel it and place a new order here.'}
            </p>
            <div className="flex flex-wrap gap-3">
              {!paid && (
                <LinkButton to={`/crypto-payment?order=${id}`} className="max-sm:w-full">
                  Pay Order
                </LinkButton>
              )}
              <CancelOrder id={id} onDone={again} />
            </div>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
