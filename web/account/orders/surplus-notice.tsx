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
      (about {formatPrice(amount)}) more than this order costs.{' '}
      {amount < leastSurplus
        ? `Less than ${formatPrice(leastSurplus)} is not refunded automatically, because network fees would use it up. To ask for it anyway, please open a ticket.`
        : 'If it can be refunded automatically, an offer appears here within an hour. If none appears, please open a ticket.'}
    </p>
  )
}
