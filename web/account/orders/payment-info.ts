import { coinName } from '#contract/coins.ts'
import type { Result } from '#contract/endpoint.ts'
import type { paymentCurrencies } from '#contract/payment-currencies.ts'
import type { Payment } from '#contract/payments.ts'

/** A coin that payments take, as the API lists it. */
export type Currency = Result<typeof paymentCurrencies.list>[number]

/** What the payment page shows; travels in the navigation state from the checkout. */
export type PaymentInfo = {
  /** In the shop’s currency. */
  amount: number
  cryptoAddress: string
  cryptoAmount: number
  /** The provider's word for the coin and its network, such as `usdttrc20`. */
  cryptoCode: string
  cryptoSymbol: string
  cryptoName: string
  orderId: string
  /** Memo or destination tag, where the network needs one. */
  memo: string | null
  /** End of the payment window, ISO 8601. */
  expiresAt: string | null
  actuallyPaid: number
  /** Coins that are still to be sent; null unless a part has arrived. */
  missing: number | null
  status: Payment['payment_status']
}

/** Null when the payment has no address: it is not one to be sent anywhere. */
export function paymentInfo(payment: Payment, currencies: readonly Currency[]): PaymentInfo | null {
  const { pay_address, pay_amount, pay_currency } = payment
  if (pay_address === null || pay_amount === null || pay_currency === null) return null
  const currency = currencies.find(({ code }) => code === pay_currency)
  return {
    amount: payment.amount,
    cryptoAddress: pay_address,
    cryptoAmount: pay_amount,
    cryptoCode: pay_currency,
    cryptoSymbol: currency?.symbol ?? coinName(pay_currency),
    cryptoName: currency?.name ?? coinName(pay_currency),
    orderId: payment.order_id,
    memo: payment.payin_extra_id,
    expiresAt: payment.expires_at,
    actuallyPaid: payment.actually_paid ?? 0,
    missing: payment.missing,
    status: payment.payment_status,
  }
}

/** What so many coins of the payment are worth, in the shop’s currency, at the rate that it was asked for at. */
export function worthOf({ amount, cryptoAmount }: PaymentInfo, coins: number): number {
  // Up, as the server counts what is missing, but for the dust of floating point.
  return Math.ceil(Number(((amount * 100 * coins) / cryptoAmount).toFixed(6))) / 100
}

const coins = new Intl.NumberFormat('en-US', { maximumFractionDigits: 12, useGrouping: false })

/** All digits and never an exponent: it is copied into a wallet. */
export function formatCoins(amount: number): string {
  return coins.format(amount)
}
