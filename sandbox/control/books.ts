import { clock } from '#server/kernel/time/clock.ts'
import { paidOf } from '../btcpay/invoices.ts'
import { findFiat, fromDollars } from '../fiat.ts'
import { findCurrency, rateAt } from '../nowpayments/currencies.ts'
import type { Sandbox } from '../sandbox.ts'
import { takenByBanks } from '../stripe/disputes.ts'

/** The cents that a provider received for an order, and those that it still holds. */
export type Entry = {
  order: string
  received: number
  held: number
  /** The value of the received coins at the current exchange rate, in cents. */
  market: number
}

/** The money of one order, or of all. Coins count at the exchange rate of their order. */
export function readBooks(
  { stripe, crypto, btcpay }: Pick<Sandbox, 'stripe' | 'crypto' | 'btcpay'>,
  only?: string,
): Entry[] {
  const orderOfIntent = new Map<string, string | null>(
    stripe.sessions
      .all()
      .map(({ session }) => [String(session.payment_intent), session.client_reference_id]),
  )
  const isAsked = ({ order }: { order: string }) => only === undefined || order === only
  const byCard = stripe.charges
    .all()
    .filter(({ paid }) => paid)
    .map((charge) => {
      const intent = String(charge.payment_intent)
      const order = orderOfIntent.get(intent) ?? stripe.intents.get(intent)?.metadata.order_id
      return { order: order ?? '', charge }
    })
    .filter(isAsked)
    .map(({ order, charge }) => {
      const { amount, amount_refunded } = charge
      const left = amount - amount_refunded
      // Until a dispute is decided, the bank has the whole amount.
      const held = left - (takenByBanks(stripe, charge) ?? left)
      return { order, received: amount, held, market: amount }
    })
  const byNowpayments = crypto.payments
    .all()
    .map((payment) => {
      const parent = crypto.payments.get(String(payment.parent_payment_id)) ?? payment
      return { order: parent.order_id ?? '', payment, parent }
    })
    .filter(isAsked)
    // Coins of another kind do not count towards an order.
    .filter(({ payment, parent }) => payment.pay_currency === parent.pay_currency)
    .map(({ order, payment, parent }) =>
      coinsOf(order, payment.actually_paid, {
        coin: payment.pay_currency,
        ...{ total: parent.pay_amount, price: parent.price_amount, fiat: parent.price_currency },
        isReturned: payment.payment_status === 'refunded',
      }),
    )
  const byBtcpay = btcpay.invoices
    .all()
    .map((invoice) => ({ order: String(invoice.metadata.orderId), invoice }))
    .filter(isAsked)
    .map(({ order, invoice }) =>
      coinsOf(order, paidOf(invoice), {
        coin: invoice.method.split('-')[0]!,
        ...{ total: invoice.total, price: Number(invoice.amount), fiat: invoice.currency ?? 'USD' },
        isReturned: false,
      }),
    )
  return [...byCard, ...byNowpayments, ...byBtcpay]
}

/** The price of an order, in coins and in the shop's currency. */
type Priced = { coin: string; total: number; price: number; fiat: string; isReturned: boolean }

function coinsOf(order: string, coins: number, priced: Priced): Entry {
  const { coin, total, price, fiat, isReturned } = priced
  const rate = rateAt(findCurrency(coin)!, clock.now())
  const received = total > 0 ? (100 * price * coins) / total : 0
  const market = 100 * fromDollars(coins * rate, findFiat(fiat) ?? 'USD')
  return { order, received, held: isReturned ? 0 : received, market }
}
