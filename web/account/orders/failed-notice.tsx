import { coinName } from '#contract/coins.ts'
import type { Order } from '#contract/orders.ts'
import { formatCoins } from './payment-info.ts'

type FailedNoticeProps = {
  seen: NonNullable<Order['seen']>
  /** Part of the payment is already being refunded, which another notice says. */
  goesBack: boolean
}

/** What arrived of a failed crypto payment, and what happens with it. */
export function FailedNotice({ seen: { coins, of, currency }, goesBack }: FailedNoticeProps) {
  return (
    <>
      We saw{' '}
      <strong className="text-ink tabular-nums">
        {formatCoins(coins)} of {formatCoins(of)} {coinName(currency)}
      </strong>
      , but then the payment failed on its way, so nothing was delivered. Please do not send it
      again.
      {!goesBack &&
        ' We look at what has arrived: if it still goes through, your order is confirmed automatically; otherwise we mail you and ask where it goes back to.'}
    </>
  )
}
