import clsx from 'clsx'
import type { Renewal } from '#contract/orders.ts'
import { formatPrice } from '../ui/price.tsx'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

/** When the card is charged next, and how much. */
export function NextCharge({ renewal, className }: { renewal: Renewal; className?: string }) {
  return (
    <p className={clsx('tabular-nums', className)}>
      Renews on <time dateTime={renewal.at}>{day.format(new Date(renewal.at))}</time> at{' '}
      {formatPrice(renewal.price)}
    </p>
  )
}
