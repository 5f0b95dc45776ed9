import type { paymentCurrencies } from '#contract/selling/payment-currencies.ts'
import type { Payment } from '#contract/selling/payments.ts'
import { coinName } from '#contract/wire/coins.ts'
import type { Result } from '#contract/wire/endpoint.ts'

/** A coin that the shop accepts, as the API lists it. */
export type Currency = Result<typeof paymentCurrencies.list>[number]

/** The data of the payment page. The checkout passes it in the navigation state. */
export type PaymentInfo = {
  /** In the shop’s currency. */
  amount: number
  cryptoAddress: string
  cryptoAmount: number
  /** The provider's code of the coin and its network, such as `usdttrc20`. */
  cryptoCode: string
  cryptoSymbol: string
  cryptoName: string
  orderId: string
  /** The memo or destination tag, if the network needs one. */
  memo: string | null
  /** The end of the payment window, ISO 8601. */
  expiresAt: string | null
  actuallyPaid: number
  /** The coins to send for the rest. Null unless a part has arrived and the exchange rate holds. */
  missing: number | null
  status: Payment['payment_status']
}

/** Returns null if the payment has no address, because there is nothing to send. */
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

/** The value of an amount of coins in the shop's currency, at the rate of the payment request. */
export function worthOf({ amount, cryptoAmount }: PaymentInfo, coins: number): number {
  // Rounded up, as the server rounds a missing amount, except for floating-point errors.
  return Math.ceil(Number(((amount * 100 * coins) / cryptoAmount).toFixed(6))) / 100
}

const coins = new Intl.NumberFormat('en-US', { maximumFractionDigits: 12, useGrouping: false })

/** Formats without an exponent, because the amount is copied into a wallet. */
export function formatCoins(amount: number): string {
  return coins.format(amount)
}
