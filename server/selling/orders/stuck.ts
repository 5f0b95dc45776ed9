import type { Order, OrderReview, PaymentStatus } from '#contract/selling/orders.ts'
import { type PaymentProvider, paymentProviderNames } from '#contract/wire/payment-provider.ts'
import { inTime, lasting } from './in-time.ts'
import { coinsText, partOfCoins } from './part-of-coins.ts'
import { type Period, whyUnpaid } from './stuck-renewal.ts'

/** The data of an order that may be stuck. Times are `Date`s of the shop's clock. */
export type Standing = {
  status: PaymentStatus
  type: 'card' | 'crypto' | 'free'
  expiresAt: Date | null
  payments: {
    provider: PaymentProvider
    pay_amount: number | null
    actually_paid: number | null
    review: 'other_coin' | 'unknown_status' | null
    provider_status: string | null
    pay_currency: string | null
    asked_error: string | null
    ask_at: Date
  }[]
  period: Period | null
  review: OrderReview | null
  seen: Order['seen']
  offered: boolean
  /** The latest provider event that could not be processed, and its next retry. */
  failedEvent: { type: string; error: string; again: Date | null } | null
  /** When a notification with a wrong signature last arrived, since the order was placed. */
  forgedAt: Date | null
  now: Date
}

const over: readonly PaymentStatus[] = ['finished', 'refunded']

const reviewSentences: Record<OrderReview, string> = {
  already_refunded:
    'Coins arrived after the money of this order was returned, or while it was on its way back. They pay for nothing. Offer them back under Payouts.',
  lifetime_owned:
    'When this order was paid, the customer already had a lifetime of a product in it, so its time adds nothing. Contact the customer, or refund that product.',
}

/** Includes the next automatic action. Null if it is finished and nothing is to review. */
export function whyStuck(standing: Standing): string | null {
  const review = standing.review && reviewSentences[standing.review]
  if (over.includes(standing.status)) return review
  return [review, troubleOf(standing), stateOf(standing)].filter(Boolean).join(' ')
}

function troubleOf({ failedEvent, forgedAt, payments, period, now }: Standing): string | null {
  if (failedEvent) {
    const next = failedEvent.again
      ? `retried ${inTime(failedEvent.again, now)}`
      : 'failed permanently'
    return `A provider event (${failedEvent.type}) could not be processed: ${failedEvent.error}; ${next}.`
  }
  const unexpected = payments.find(({ review }) => review !== null)
  if (unexpected) {
    const { provider, provider_status, actually_paid, pay_currency } = unexpected
    const coins = actually_paid && pay_currency ? coinsText(actually_paid, pay_currency) : 'Coins'
    return `${coins} arrived that the order does not expect. ${paymentProviderNames[provider]} reports the payment as ${provider_status}. Check its dashboard, then offer a refund or give the time by hand.`
  }
  const unasked = payments.find(({ asked_error }) => asked_error !== null)
  if (unasked) {
    return `${paymentProviderNames[unasked.provider]} did not respond (${unasked.asked_error}), retried ${inTime(unasked.ask_at, now)}.`
  }
  const provider = payments[0]?.provider ?? (period?.charge && 'stripe')
  if (forgedAt && provider) {
    return `A webhook from ${paymentProviderNames[provider]} was refused since the order was placed: wrong signature. Compare the secret in its dashboard with the shop’s.`
  }
  return null
}

function stateOf(standing: Standing): string {
  const { status, type, payments, period, expiresAt, now } = standing
  const [latest] = payments
  if (period && !latest) return whyUnpaid(period, now)
  switch (status) {
    case 'partially_paid':
      return `${partPaid(payments) ?? 'Part of the total was paid'}.`
    case 'confirming':
      return type === 'card'
        ? 'The bank is still processing the payment.'
        : 'The payment was seen and is waiting for confirmations.'
    case 'waiting': {
      if (!latest) return 'No payment was started.'
      const until =
        expiresAt && expiresAt > now
          ? `; it can be paid for another ${lasting(expiresAt, now)}`
          : ''
      return type === 'card'
        ? `A card payment was started and nothing was paid${until}.`
        : `Nothing has arrived${until}.`
    }
    case 'expired': {
      const part = partPaid(payments)
      return part
        ? `${part}, too little to keep its price. Further payments still count, or offer a refund under Payouts.`
        : 'No payment arrived in time.'
    }
    case 'failed':
      return failureOf(standing)
    default:
      return 'The payment is disputed and waiting for the bank’s decision.'
  }
}

function partPaid(payments: Standing['payments']): string | undefined {
  // Payments are sorted newest first, so the original payment is the last one.
  const asked = payments.at(-1)
  if (!asked?.pay_amount || !asked.pay_currency) return undefined
  const arrived = payments
    .filter(({ review, pay_currency }) => !review && pay_currency === asked.pay_currency)
    .reduce((sum, { actually_paid }) => sum + (actually_paid ?? 0), 0)
  const coins = Number(arrived.toFixed(12))
  return coins > 0 ? `Paid ${partOfCoins(coins, asked.pay_amount, asked.pay_currency)}` : undefined
}

function failureOf({ seen, offered, payments: [latest] }: Standing): string {
  if (!seen || !latest) return 'The payment failed.'
  const failure = `The payment failed after ${partOfCoins(seen.coins, seen.of, seen.currency)} was seen.`
  if (offered) return failure
  return `${failure} Check the dashboard of ${paymentProviderNames[latest.provider]} for what has arrived. You can offer a refund of it under Payouts.`
}
