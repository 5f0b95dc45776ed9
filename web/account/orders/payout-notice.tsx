import { coinName } from '#contract/coins.ts'
import type { Order } from '#contract/orders.ts'
import { formatDay } from '../../format.ts'
import { formatCoins } from './payment-info.ts'

/** How far the coins are that go back to the customer. */
export function PayoutNotice({ payout }: { payout: NonNullable<Order['payout']> }) {
  const { status, kind, coins, currency, expires_at, ran_out } = payout
  return (
    <p className="mt-4 text-soft">
      <strong className="text-ink tabular-nums">
        {formatCoins(coins)} {coinName(currency)}
      </strong>{' '}
      {ran_out &&
        `can still go back to you, but our offer ran out on ${formatDay(expires_at)}. Ask about this order, and you get another link.`}
      {status === 'offered' &&
        !ran_out &&
        `can go back to you. Tell us where by the link in our mail, until ${formatDay(expires_at)}.`}
      {status === 'given' && 'goes back to you as soon as we have looked at the address.'}
      {status === 'approved' && 'is being sent back to you.'}
      {(status === 'sent' || status === 'done') && 'was sent back to you.'}
      {status === 'approved' && kind === 'short' && ' Please send nothing more for this order.'}
    </p>
  )
}
