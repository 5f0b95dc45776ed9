import clsx from 'clsx'
import { CreditCard, Gift, Wallet } from 'lucide-react'
import { Link } from 'react-router'
import type { CardRenewal } from '#contract/access/card-renewal.ts'
import { documentTitles } from '#contract/selling/documents.ts'
import type { Order } from '#contract/selling/orders.ts'
import { coinName } from '#contract/wire/coins.ts'
import { labelOf } from '#contract/wire/terms.ts'
import { type CartItem, restoreToCart } from '../../cart/cart.ts'
import { formatPrice } from '../../format.ts'
import { LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Price } from '../../ui/price.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { RenewalState, wordsOf } from '../renewals/renewal-state.tsx'
import { CancelAutorenewal } from './cancel-autorenewal.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { DisputeNotice } from './dispute-notice.tsx'
import { FailedNotice } from './failed-notice.tsx'
import { NextCharges } from './next-charges.tsx'
import { OrderRefunds, OrderStatus, OrderTotals } from './order-totals.tsx'
import { formatCoins } from './payment-info.ts'
import { PayoutNotice } from './payout-notice.tsx'
import { ReviewNotice } from './review-notice.tsx'
import { SurplusNotice } from './surplus-notice.tsx'
import { rateEndedSentence, repricedSentence, UnexpectedNotice } from './unexpected-notice.tsx'

const kinds = {
  card: { icon: CreditCard, label: 'Credit card' },
  crypto: { icon: Wallet, label: 'Cryptocurrency' },
  free: { icon: Gift, label: 'Free' },
}

/** The link back to the payment page, while the customer has something to do or to wait for. */
const ways: Partial<
  Record<Order['payment_status'], { label: string; look: 'primary' | 'secondary' }>
> = {
  waiting: { label: 'Pay', look: 'primary' },
  partially_paid: { label: 'Pay the rest', look: 'primary' },
  confirming: { label: 'View payment', look: 'secondary' },
}

type OrderCardProps = {
  order: Order
  /** All renewals of the customer. */
  renewals: readonly CardRenewal[]
  /** The card is the only one on its page. */
  whole?: boolean
}

export function OrderCard({ order, renewals, whole }: OrderCardProps) {
  const { icon: Icon, label } = kinds[order.type]
  const owed = order.payment_status !== 'partially_paid' || order.missing !== null
  const way = order.type === 'crypto' && owed ? ways[order.payment_status] : undefined
  const begun = order.type === 'card' && order.payment_status === 'waiting'
  // If money has arrived, the order itself says how to continue.
  const moneyArrived = order.missing ?? order.seen ?? order.payout ?? order.unexpected[0]
  const lapsed = order.payment_status === 'expired' && !moneyArrived
  const byCard = order.type === 'card' && order.payment_status === 'finished'
  // In the list, the price of the only item is also the total.
  const isSingle = !whole && order.items.length === 1 && order.items[0]!.price === order.total_price
  return (
    <li className="surface notch-5 p-4 sm:px-6 sm:py-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <div className="flex items-center">
          <h2 className="title text-lg tabular-nums">
            {whole ? (
              `Order ${order.id.slice(0, 8)}`
            ) : (
              <Link to={`/orders/${order.id}`} className="rounded-sm hover:text-signal">
                Order {order.id.slice(0, 8)}
              </Link>
            )}
          </h2>
          <CopyButton
            text={order.id}
            label="Copy order number"
            copied="Order number copied to clipboard"
            failed="Failed to copy to clipboard"
          />
        </div>
        <OrderStatus status={order.payment_status} />
        <p className="w-full text-[0.9375rem] text-soft">
          <Moment at={order.created_at} />
        </p>
      </div>
      <ul
        className={clsx(
          'mt-3 divide-y divide-line border-line',
          isSingle ? 'border-t' : 'border-y',
        )}
      >
        {order.items.map((item) => (
          <li key={item.id} className="flex justify-between gap-4 py-3">
            <div className="min-w-0">
              <p className="font-[600] [overflow-wrap:anywhere]">{item.name}</p>
              <p className="text-soft text-sm">
                {labelOf(item.plan)}
                {item.discount && ` · ${item.discount.code}`}
              </p>
            </div>
            {isSingle && order.payment_status === 'refunded' ? (
              <s className="shrink-0 text-soft tabular-nums">{formatPrice(item.price)}</s>
            ) : (
              <Price
                amount={item.price}
                was={item.price + item.sale + (item.discount?.amount ?? 0)}
                className="shrink-0"
              />
            )}
          </li>
        ))}
      </ul>
      {isSingle ? <OrderRefunds refunds={order.refunds} /> : <OrderTotals order={order} />}
      {order.dispute && <DisputeNotice dispute={order.dispute} of={order} />}
      {order.missing && order.pay_currency && (
        <p className="mt-4 text-soft">
          Paid{' '}
          <strong className="text-ink tabular-nums">
            {formatCoins(order.missing.arrived)}
            {order.missing.pay_amount !== null &&
              ` of ${formatCoins(sumOf(order.missing.arrived, order.missing.pay_amount))}`}{' '}
            {coinName(order.pay_currency)}
          </strong>
          .{' '}
          {order.missing.pay_amount === null
            ? `${formatPrice(order.missing.amount)} is still due. ${rateEndedSentence}`
            : `${formatCoins(order.missing.pay_amount)} ${coinName(order.pay_currency)} (about ${formatPrice(order.missing.amount)}) is still due.`}
          {order.repriced && ` ${repricedSentence(order.total_price)}`}
          {order.payment_status === 'expired' &&
            ' The payment window is over, so the price and the exchange rate are no longer guaranteed. If a payment still arrives, it counts towards the price at that time. For a refund, please open a ticket.'}
        </p>
      )}
      {order.unexpected.length > 0 && (
        <p className="mt-4 text-soft">
          <UnexpectedNotice payments={order.unexpected} />
        </p>
      )}
      {order.review && <ReviewNotice review={order.review} />}
      {order.seen && (
        <p className="mt-4 text-soft">
          <FailedNotice seen={order.seen} goesBack={order.payout !== null} />
        </p>
      )}
      {order.surplus && <SurplusNotice {...order.surplus} />}
      {order.payout && <PayoutNotice order={order.id} payout={order.payout} />}
      <Waiting renewals={waitingOf(order, renewals)} several={order.items.length > 1} />
      <div
        className={clsx(
          'flex flex-wrap items-center justify-between gap-x-6 gap-y-3',
          isSingle ? 'mt-1' : 'mt-4',
        )}
      >
        <div className="flex items-center gap-3 text-[0.9375rem] text-soft">
          <Icon size={18} aria-hidden="true" className="shrink-0 text-faint" />
          <span className="tabular-nums">
            {label}
            {order.pay_amount !== null && order.pay_currency && (
              <>
                {' · '}
                {formatCoins(order.pay_amount)} {coinName(order.pay_currency)}
              </>
            )}
          </span>
          {order.document && !whole && (
            <Link
              to={`/orders/${order.id}/invoice`}
              aria-label={`${documentTitles[order.document.kind]} of order ${order.id.slice(0, 8)}`}
              className="rounded-sm py-1.5 underline decoration-edge underline-offset-4 hover:text-ink hover:decoration-signal"
            >
              {documentTitles[order.document.kind]}
            </Link>
          )}
        </div>
        {way && (
          <LinkButton
            to={`/crypto-payment?order=${order.id}`}
            look={way.look}
            className="max-sm:w-full"
          >
            {way.label}
          </LinkButton>
        )}
        {order.can_cancel && <CancelOrder id={order.id} />}
        {begun && order.renews !== null && (
          <LinkButton to={subscriptionsPath} look="primary" className="max-sm:w-full">
            Go to Subscriptions
          </LinkButton>
        )}
        {(begun || lapsed) && order.renews === null && (
          <LinkButton
            to="/checkout"
            look={begun ? 'primary' : 'secondary'}
            className="max-sm:w-full"
            onClick={() => restoreToCart(order.items.map(toCart))}
          >
            {begun ? 'Back to checkout' : 'Buy again'}
          </LinkButton>
        )}
        {byCard && order.renewals.length > 0 && (
          <NextCharges order={order} className="text-[0.9375rem] text-soft" />
        )}
        {byCard && order.autorenew && <CancelAutorenewal order={order} />}
        {byCard && !order.autorenew && order.items.some(({ plan }) => plan !== 'lifetime') && (
          <p className="text-[0.9375rem] text-soft">
            {order.renews_otherwise ? 'Renews with another order' : 'Renewal is off'}
          </p>
        )}
      </div>
    </li>
  )
}

const subscriptionsPath = '/dashboard?t=subscriptions'

/**
 * The renewals of an order that need attention or are pending: all except those that continue
 * automatically.
 */
const waitingOf = ({ running }: Pick<Order, 'running'>, renewals: readonly CardRenewal[]) =>
  renewals.filter(
    (each) => running.includes(each.id) && (each.state !== 'on' || wordsOf(each).alarms),
  )

type WaitingProps = { renewals: readonly CardRenewal[]; several: boolean }

function Waiting({ renewals, several }: WaitingProps) {
  if (renewals.length === 0) return null
  return (
    <ul aria-label="Renewals" className="mt-4 grid gap-3">
      {renewals.map((renewal) => (
        <li key={renewal.id}>
          {several && <p className="font-[600] text-sm">{renewal.product_name}</p>}
          <RenewalState renewal={renewal} />
        </li>
      ))}
      <li className="text-sm">
        <Link to={subscriptionsPath} className="underline underline-offset-4 hover:text-signal">
          Manage under Subscriptions
        </Link>
      </li>
    </ul>
  )
}

/** The item as it was ordered. The checkout requests today's price. */
const toCart = (item: Order['items'][number]): CartItem => ({
  id: item.id,
  title: item.name,
  price: item.price + item.sale + (item.discount?.amount ?? 0),
  image: null,
  plan: item.plan,
  renew: item.renew,
  replacesRenewal: item.replace_renewal,
  ...(item.discount && { discount: item.discount.code }),
})

/** Rounds away floating-point errors. */
const sumOf = (arrived: number, missing: number) => Number((arrived + missing).toFixed(12))
