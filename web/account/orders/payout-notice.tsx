import { useNavigate } from 'react-router'
import type { Order } from '#contract/selling/orders.ts'
import { payouts } from '#contract/selling/payouts.ts'
import { coinName } from '#contract/wire/coins.ts'
import { useAction } from '../../api/action.ts'
import { messageOf } from '../../api/error.ts'
import { formatDay } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { formatCoins } from './payment-info.ts'

type PayoutNoticeProps = { order: string; payout: NonNullable<Order['payout']> }

/** The progress of a crypto refund to the customer. */
export function PayoutNotice({ order, payout }: PayoutNoticeProps) {
  const { status, kind, coins, currency, expires_at, ran_out } = payout
  const isOpen = status === 'offered' && !ran_out
  return (
    <>
      <p className="mt-4 text-soft">
        <strong className="text-ink tabular-nums">
          {formatCoins(coins)} {coinName(currency)}
        </strong>{' '}
        {ran_out &&
          `can still be refunded, but our offer expired on ${formatDay(expires_at)}. Ask about this order to get a new link.`}
        {isOpen && `can be refunded. Enter the address of your wallet by ${formatDay(expires_at)}.`}
        {status === 'given' && 'will be sent to you once we have reviewed the address.'}
        {status === 'approved' && 'is being refunded to you.'}
        {(status === 'sent' || status === 'done') && 'was refunded to you.'}
        {status === 'approved' &&
          kind === 'short' &&
          ' Please do not send anything else for this order.'}
      </p>
      {isOpen && <GiveAddress order={order} />}
    </>
  )
}

function GiveAddress({ order }: { order: string }) {
  const navigate = useNavigate()
  const open = useAction(payouts.open, {
    failed: 'The payout could not be opened. Please try again.',
    say: messageOf,
    failureIn: 'toast',
    reload: 'never',
    onDone: ({ token }) => navigate(`/payout?token=${token}`),
  })
  return (
    <Button
      look="primary"
      className="mt-3 max-sm:w-full"
      loading={open.pending}
      onClick={() => open.run({ params: { id: order } })}
    >
      Enter address
    </Button>
  )
}
