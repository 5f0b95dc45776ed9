import type { Order } from '#contract/selling/orders.ts'
import { leastSurplus } from '#contract/selling/payouts.ts'
import { coinName } from '#contract/wire/coins.ts'
import { formatPrice } from '../../format.ts'
import { formatCoins } from './payment-info.ts'

/** An overpayment that is not offered as a refund. */
export function SurplusNotice({ amount, coins, currency }: NonNullable<Order['surplus']>) {
  return (
    <p className="mt-4 text-soft">
      You paid{' '}
      <strong className="text-ink tabular-nums">
        {formatCoins(coins)} {coinName(currency)}
      </strong>{' '}
      (about {formatPrice(amount)}) more than this order costs. We automatically offer to refund a
      surplus that came in one payment at one exchange rate, is at least {formatPrice(leastSurplus)}{' '}
      and reaches the payment provider’s minimum. Network fees would use up smaller amounts. If no
      offer appears here within an hour, please open a ticket.
    </p>
  )
}
