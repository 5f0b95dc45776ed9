import type { StripeCheckoutAmount, StripeCheckoutSession } from '@stripe/stripe-js'
import type Stripe from 'stripe'
import { shownMoney } from '../fiat.ts'
import type { SessionRecord } from './world.ts'

const amountIn =
  (currency: string | null) =>
  (cents: number): StripeCheckoutAmount => ({
    minorUnitsAmount: cents,
    amount: shownMoney(cents, currency),
  })

function lineItem(item: Stripe.LineItem): StripeCheckoutSession['lineItems'][number] {
  const { price } = item
  const amount = amountIn(item.currency)
  const zero = amount(0)
  return {
    id: item.id,
    name: item.description ?? '',
    discount: amount(item.amount_discount),
    subtotal: amount(item.amount_subtotal),
    total: amount(item.amount_total),
    taxExclusive: zero,
    taxInclusive: zero,
    unitAmount: amount(price?.unit_amount ?? 0),
    unitAmountDecimal: null,
    description: null,
    quantity: item.quantity ?? 1,
    unitLabel: null,
    discountAmounts: null,
    taxAmounts: null,
    recurring: null,
    adjustableQuantity: null,
    images: [],
    priceId: price?.id ?? '',
    isRemovable: false,
    pricing: null,
    transformQuantity: null,
  }
}

function statusOf({ status, payment_status }: Stripe.Checkout.Session) {
  if (status === 'complete')
    return { type: 'complete', paymentStatus: payment_status as 'paid' | 'unpaid' } as const
  return { type: status === 'expired' ? 'expired' : 'open' } as const
}

/** A session as Stripe.js shows it to a page. The page's side decides `canConfirm`. */
export function clientSession(record: SessionRecord): StripeCheckoutSession {
  const { session, lineItems, lastPaymentError } = record
  const amount = amountIn(session.currency)
  const zero = amount(0)
  const subtotal = amount(session.amount_subtotal ?? 0)
  const total = amount(session.amount_total ?? 0)
  const discount = amount(session.total_details?.amount_discount ?? 0)
  return {
    billingAddress: null,
    businessName: 'Loadout sandbox',
    nameCollection: null,
    canConfirm: false,
    currency: session.currency ?? 'usd',
    currencyOptions: null,
    discountAmounts: null,
    email: session.customer_email ?? session.customer_details?.email ?? null,
    id: session.id,
    lastPaymentError: lastPaymentError ? { message: lastPaymentError } : null,
    lineItems: lineItems.map(lineItem),
    livemode: false,
    minorUnitsAmountDivisor: 100,
    phoneNumber: null,
    recurring: null,
    savedPaymentMethods: null,
    shipping: null,
    shippingAddress: null,
    shippingOptions: [],
    status: statusOf(session),
    surcharge: null,
    tax: { status: 'ready' },
    taxAmounts: null,
    taxIdInfo: null,
    total: {
      appliedBalance: zero,
      balanceAppliedToNextInvoice: false,
      discount,
      shippingRate: zero,
      subtotal,
      surcharge: zero,
      taxExclusive: zero,
      taxInclusive: zero,
      total,
    },
    optionalItems: [],
  }
}
