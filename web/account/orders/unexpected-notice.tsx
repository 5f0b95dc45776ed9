import type { Order } from '#contract/selling/orders.ts'
import { coinName } from '#contract/wire/coins.ts'
import { formatPrice } from '../../format.ts'
import { formatCoins } from './payment-info.ts'

/** Coins that arrived for an order without paying it. */
export function UnexpectedNotice({ payments }: { payments: Order['unexpected'] }) {
  const coins = payments.map(({ coins, currency }) =>
    coins && currency ? `${formatCoins(coins)} ${coinName(currency)}` : 'unknown amount',
  )
  return (
    <>
      We received an unexpected payment for this order: {coins.join(' and ')}. It does not count
      towards the order yet. Our support team has been notified and is reviewing it. Please do not
      send anything else.
    </>
  )
}

/** Says why the missing part of an order has no amount in coins. */
export const rateEndedSentence =
  'The exchange rate of this order has ended. Coins count at the exchange rate when they arrive.'

/** Says why an order costs more than when it was placed. */
export const repricedSentence = (total: number) =>
  `Your order had closed before your payment arrived, and its discount is no longer available. It now costs ${formatPrice(total)}. Send the difference, or ask our support for a refund.`
