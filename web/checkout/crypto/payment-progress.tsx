import { CircleX, Clock, Hourglass } from 'lucide-react'
import type { Order } from '#contract/selling/orders.ts'
import { FailedNotice } from '../../account/orders/failed-notice.tsx'
import { formatCoins, type PaymentInfo } from '../../account/orders/payment-info.ts'
import {
  rateEndedSentence,
  repricedSentence,
  UnexpectedNotice,
} from '../../account/orders/unexpected-notice.tsx'
import { formatPrice } from '../../format.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useSecondsLeft } from '../../ui/countdown.ts'
import { AfterPaying } from '../after-paying.tsx'
import type { Bought } from '../bought.ts'
import { Outcome } from '../outcome.tsx'
import { BackToCheckout } from './back-to-checkout.tsx'
import { ChooseAnother } from './choose-another.tsx'
import { Transfer } from './transfer.tsx'

type PaymentProgressProps = {
  info: PaymentInfo
  /** Null until the order is loaded. */
  order: Pick<
    Order,
    'seen' | 'payout' | 'repriced' | 'total_price' | 'unexpected' | 'missing'
  > | null
  /** Empty until the order is paid. */
  bought: Bought
}

/** Shows the progress of the payment, from the address to the confirmation. */
export function PaymentProgress({ info, order, bought }: PaymentProgressProps) {
  const { status } = info
  const secondsLeft = useSecondsLeft(info.expiresAt ? Date.parse(info.expiresAt) : 0)
  const timeIsUp = status === 'expired' || (info.expiresAt !== null && secondsLeft === 0)
  if (status === 'finished') {
    return (
      <AfterPaying title="Payment Confirmed" heading={2} bought={bought}>
        <p>
          Your payment has arrived and your subscription is active. You can now download your custom
          loader.
        </p>
      </AfterPaying>
    )
  }
  if (status === 'confirming') {
    return (
      <Outcome tone="waiting" icon={<Hourglass size={32} />} title="Payment Received">
        We have detected your transfer and are waiting for the network to confirm it. This page
        updates automatically. You can also safely leave it.
      </Outcome>
    )
  }
  if (status === 'failed' || status === 'refunded' || status === 'disputed') {
    return (
      <Outcome
        tone="danger"
        icon={<CircleX size={32} />}
        title={status === 'refunded' ? 'Payment Refunded' : 'Payment Failed'}
        actions={
          <>
            <LinkButton to="/store" look="primary">
              Back to Store
            </LinkButton>
            <LinkButton to="/dashboard?t=orders">Go to Orders</LinkButton>
          </>
        }
      >
        {status === 'refunded' ? (
          'This order was refunded.'
        ) : order?.seen ? (
          <FailedNotice seen={order.seen} goesBack={order.payout !== null} />
        ) : (
          'This payment did not go through. If you have sent money, please contact support.'
        )}
      </Outcome>
    )
  }
  if (timeIsUp && status !== 'partially_paid') {
    return (
      <Outcome
        tone="warning"
        icon={<Clock size={32} />}
        title="Payment Time Expired"
        actions={
          <>
            <BackToCheckout orderId={info.orderId} />
            <LinkButton to="/dashboard?t=orders">Go to Orders</LinkButton>
          </>
        }
      >
        The payment window has closed, so please do not send anything to its address. If you have
        already sent the payment, it still counts when it arrives, and your order is completed. If a
        discount of this order is no longer available by then, we email you the amount that is still
        due.
      </Outcome>
    )
  }
  const partial = status === 'partially_paid'
  // Without an amount in coins, the exchange rate of the order has ended.
  const missing = partial ? info.missing : info.cryptoAmount
  return (
    <>
      {order && order.unexpected.length > 0 && (
        <p className="mb-6 rounded-md border border-warning/40 bg-warning/8 px-4 py-3">
          <UnexpectedNotice payments={order.unexpected} />
        </p>
      )}
      {partial && (
        <p className="mb-6 rounded-md border border-warning/40 bg-warning/8 px-4 py-3">
          {formatCoins(info.actuallyPaid)}
          {missing !== null && ` of ${formatCoins(sumOf(info.actuallyPaid, missing))}`}{' '}
          {info.cryptoSymbol} has arrived. Please send{' '}
          {missing === null ? (
            <>
              <strong>{order?.missing ? formatPrice(order.missing.amount) : 'the rest'}</strong> in{' '}
              {info.cryptoName}
            </>
          ) : (
            <>
              the remaining{' '}
              <strong>
                {formatCoins(missing)} {info.cryptoSymbol}
              </strong>
            </>
          )}{' '}
          to the same address.
          {missing === null && ` ${rateEndedSentence}`}
          {order?.repriced && ` ${repricedSentence(order.total_price)}`}
        </p>
      )}
      <Transfer
        info={info}
        coins={missing}
        secondsLeft={info.expiresAt === null || timeIsUp ? null : secondsLeft}
      />
      {status === 'waiting' && <ChooseAnother orderId={info.orderId} />}
    </>
  )
}

/** Rounds away floating-point errors. */
const sumOf = (arrived: number, missing: number) => Number((arrived + missing).toFixed(12))
