import { coinName } from '#contract/coins.ts'
import type { Order } from '#contract/orders.ts'
import { formatPrice } from '../../format.ts'
import { formatCoins } from './payment-info.ts'

/** Coins that arrived for an order without paying it. */
export function UnexpectedNotice({ payments }: { payments: Order['unexpected'] }) {
  const coins = payments.map(({ coins, currency }) =>
    coins && currency ? `${formatCoins(coins)} ${coinName(currency)}` : 'A payment',
  )
  return (
    <>
      {coins.join(' and ')} arrived that this order did not ask for, so it does not count towards it
      yet. Our support has been told and looks at it. Please do not send anything else.
    </>
  )
}

/** Says why an order costs more than when it was placed. */
export const repricedSentence = (total: number) =>
  `Your order had closed before your payment arrived, and its discount is no longer available. It now costs ${formatPrice(total)}: send the difference, or ask our support for your money back.`
