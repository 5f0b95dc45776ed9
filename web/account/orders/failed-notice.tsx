import type { Order } from '#contract/selling/orders.ts'
import { coinName } from '#contract/wire/coins.ts'
import { formatCoins } from './payment-info.ts'

type FailedNoticeProps = {
  seen: NonNullable<Order['seen']>
  /** Part of the payment is already being refunded, which another notice says. */
  goesBack: boolean
}

/** Says which coins of a failed crypto payment arrived, and what happens to them. */
export function FailedNotice({ seen: { coins, of, currency }, goesBack }: FailedNoticeProps) {
  return (
    <>
      We detected{' '}
      <strong className="text-ink tabular-nums">
        {formatCoins(coins)} of {formatCoins(of)} {coinName(currency)}
      </strong>
      , but the payment then failed, so nothing was delivered. Please do not send it again.
      {!goesBack &&
        ' We are reviewing it. If the payment still goes through, your order is confirmed automatically. Otherwise, we email you to ask where to send the refund.'}
    </>
  )
}
