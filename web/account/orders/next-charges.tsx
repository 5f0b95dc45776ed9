import clsx from 'clsx'
import type { Order } from '#contract/selling/orders.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { formatDay, formatPrice } from '../../format.ts'

type NextChargesProps = { order: Pick<Order, 'items' | 'renewals'>; className?: string }

/** The dates and amounts of the next charges. The terms of one order can end on different days. */
export function NextCharges({ order: { items, renewals }, className }: NextChargesProps) {
  return (
    <div className={clsx('tabular-nums', className)}>
      {renewals.map(({ product, at, price }) => (
        <p key={product}>
          {items.length > 1 ? isolated`${product} renews` : 'Renews'} on{' '}
          <time dateTime={at}>{formatDay(at)}</time> at {formatPrice(price)}
        </p>
      ))}
    </div>
  )
}
