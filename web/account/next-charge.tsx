import clsx from 'clsx'
import type { Renewal } from '#contract/orders.ts'
import { formatDay, formatPrice } from '../format.ts'

/** When the card is charged next, and how much. */
export function NextCharge({ renewal, className }: { renewal: Renewal; className?: string }) {
  return (
    <p className={clsx('tabular-nums', className)}>
      Renews on <time dateTime={renewal.at}>{formatDay(renewal.at)}</time> at{' '}
      {formatPrice(renewal.price)}
    </p>
  )
}
