import * as z from 'zod'
import { discountRefusals, guessRefusals } from '#contract/catalogue/discounts.ts'
import { taxRefusals } from '#contract/platform/taxes.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { flag } from '#contract/wire/lists.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { id, money, pathId, timestamp } from '#contract/wire/wire.ts'
import { order, orderRefusals, paymentStatus } from './orders.ts'
import { cardRefusals, currencyRefusals, providerRefusals } from './payment-refusals.ts'
import { checkoutItems, quote, quotedRenewal } from './quote.ts'

export const payment = z
  .object({
    id: id.nullable().meta({ description: 'Null if there was nothing to pay' }),
    order_id: z.uuid(),
    payment_status: paymentStatus,
    amount: money.meta({ description: 'Order total' }),
    pay_address: z.string().nullable(),
    pay_amount: z.number().nullable(),
    pay_currency: z.string().nullable(),
    payin_extra_id: z
      .string()
      .nullable()
      .meta({ description: 'Memo or destination tag that the transfer must include' }),
    actually_paid: z
      .number()
      .nullable()
      .meta({ description: 'Coins received, over all transfers to the address' }),
    missing: z.number().nullable().meta({
      description: 'Missing coins of a partially paid order; null once its exchange rate has ended',
    }),
    network: z.string().nullable(),
    expires_at: timestamp.nullable().meta({
      description: 'End of the payment window. Payments that arrive later still count.',
    }),
  })
  .meta({ id: 'Payment' })
export type Payment = z.input<typeof payment>

export const placingOrderRefusals = refusals({
  currency_changed: [
    409,
    'The shop’s currency has just changed. Reload the page to see the new prices.',
  ],
})

const placingRefusals = {
  ...productRefusals,
  ...discountRefusals,
  ...taxRefusals,
  ...providerRefusals,
  ...placingOrderRefusals,
}

/** The renewal terms of an item, in the same form as in the quote. */
export const agreedRenewal = quotedRenewal
  .pick({ price: true, discount: true, goes_on: true, running: true })
  .extend({ id: id.meta({ description: 'Product ID' }) })
export type AgreedRenewal = z.input<typeof agreedRenewal>

export const payments = {
  quote: endpoint({
    method: 'POST',
    path: '/payment/quote',
    who: 'anyone',
    summary: 'Price a cart',
    description:
      'Uses the same calculation as the order. Items that cannot be bought and codes that do not apply are marked on the item and left out of the total.',
    limit: { max: 120, seconds: 60, by: 'address' },
    body: z.object({ items: checkoutItems }),
    result: quote,
    refusals: guessRefusals,
  }),
  add: endpoint({
    method: 'POST',
    path: '/payment/',
    who: 'user',
    summary: 'Place an order paid in crypto',
    description:
      'If the total is zero, the order is fulfilled immediately: `payment_status` is `finished` and there is no payment address.',
    limit: { max: 30, seconds: 300, by: 'user' },
    body: z.object({
      type: z.literal('crypto'),
      currency: z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^[a-z0-9]{2,20}$/)
        .meta({ example: 'btc' }),
      items: checkoutItems,
    }),
    result: payment,
    status: 201,
    refusals: {
      ...placingRefusals,
      ...currencyRefusals,
      paid_meanwhile: cardRefusals.paid_meanwhile,
      ...refusals({
        below_crypto_minimum: [422, 'The amount is below the minimum for {currency}: {minimum}'],
        too_many_open_orders: [
          409,
          'You have {count} open crypto payments whose exchange rates are still reserved. Pay one of them, cancel an unpaid one under Orders, pay by card, or wait until {moment}.',
        ],
      }),
    },
  }),
  createCheckoutSession: endpoint({
    method: 'POST',
    path: '/payment/create-checkout-session',
    who: 'user',
    summary: 'Place an order paid by card',
    description:
      'Returns the client secret for Stripe’s Checkout elements. There is none if the total is zero, because the order is then fulfilled immediately. If an order with the same items and terms was paid by card or free in the last 10 minutes, it is returned with `paid_before` instead of a new order, unless `again` is true.',
    limit: { max: 30, seconds: 300, by: 'user' },
    query: z.object({
      again: flag.meta({
        description: 'Place the order even if the same items were bought a moment ago',
      }),
    }),
    body: checkoutItems,
    result: z.object({
      clientSecret: z.string().nullable(),
      order_id: z.uuid(),
      session_id: z.string().meta({ description: 'For `/checkout/success?session_id=`' }),
      paid_before: z.boolean().meta({
        description: 'The returned order was paid a moment ago, so there is nothing left to pay',
      }),
      renewals: z.array(agreedRenewal).meta({
        description: 'Later card charges, to compare with those that the customer was shown',
      }),
    }),
    status: 201,
    refusals: {
      ...placingRefusals,
      ...cardRefusals,
    },
  }),
  checkoutSession: endpoint({
    method: 'GET',
    path: '/payment/checkout-session/{session_id}',
    who: 'user',
    summary: 'Read the state of a card payment',
    duringMaintenance: true,
    description:
      'Queries the provider while the order is not finished, so that a lost webhook causes no delay.',
    limit: { max: 120, seconds: 60, by: 'user' },
    params: z.object({ session_id: z.string().min(1).max(255) }),
    result: z.object({
      order_id: z.uuid(),
      payment_status: paymentStatus,
      asked: z.boolean().meta({
        description:
          'False if the provider could not be reached: the status is the last known one, and the order may already be paid',
      }),
    }),
    refusals: orderRefusals,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/user/orders/{id}/cancel',
    who: 'user',
    summary: 'Cancel an unpaid crypto order',
    description:
      'Releases its discount codes and its exchange rate immediately. Canceling a canceled order again changes nothing and returns it. After the payment window the rate stays reserved for another 24 hours, and the order can be canceled until then. A payment that still arrives counts at its value on arrival.',
    limit: { max: 30, seconds: 300, by: 'user' },
    params: z.object({ id: z.uuid() }),
    result: order,
    refusals: {
      ...orderRefusals,
      ...refusals({
        not_waiting: [
          409,
          'Only unpaid crypto orders can be cancelled, until 24 hours after the payment window ends.',
        ],
      }),
    },
  }),
  get: endpoint({
    method: 'GET',
    path: '/get_payment/{id}',
    who: 'user',
    summary: 'Read one of my payments',
    duringMaintenance: true,
    params: z.object({ id: pathId }),
    result: payment,
    refusals: refusals({ unknown_payment: [404, 'Payment not found'] }),
  }),
}
