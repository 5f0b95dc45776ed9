import * as z from 'zod'
import { discountRefusals, guessRefusals } from './discounts.ts'
import { endpoint } from './endpoint.ts'
import { flag } from './lists.ts'
import { order, orderRefusals, paymentStatus } from './orders.ts'
import { cardRefusals, currencyRefusals, providerRefusals } from './payment-refusals.ts'
import { productRefusals } from './products.ts'
import { checkoutItems, quote, quotedRenewal } from './quote.ts'
import { refusals } from './refusals.ts'
import { taxRefusals } from './taxes.ts'
import { id, money, pathId, timestamp } from './wire.ts'

export const payment = z
  .object({
    id: id.nullable().meta({ description: 'Null when there was nothing to pay' }),
    order_id: z.uuid(),
    payment_status: paymentStatus,
    amount: money.meta({ description: 'What the order costs' }),
    pay_address: z.string().nullable(),
    pay_amount: z.number().nullable(),
    pay_currency: z.string().nullable(),
    payin_extra_id: z
      .string()
      .nullable()
      .meta({ description: 'Memo or destination tag that must go with the transfer' }),
    actually_paid: z
      .number()
      .nullable()
      .meta({ description: 'Coins that arrived, by all transfers to the address' }),
    missing: z
      .number()
      .nullable()
      .meta({ description: 'Coins that an order lacks which is partly paid' }),
    network: z.string().nullable(),
    expires_at: timestamp.nullable().meta({
      description: 'End of the payment window. Money that arrives later still counts.',
    }),
  })
  .meta({ id: 'Payment' })
export type Payment = z.input<typeof payment>

export const placingOrderRefusals = refusals({
  currency_changed: [
    409,
    'The currency of this shop has just changed. Reload the page to see its prices.',
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
  .extend({ id: id.meta({ description: 'Id of the product' }) })
export type AgreedRenewal = z.input<typeof agreedRenewal>

export const payments = {
  quote: endpoint({
    method: 'POST',
    path: '/payment/quote',
    who: 'anyone',
    summary: 'Price a cart',
    description:
      'The same function prices the order that follows. Items that cannot be bought and codes that do not count are told per item and left out of the total.',
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
      'An order whose total is zero is fulfilled at once: `payment_status` is then `finished` and there is no address.',
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
          'You have {count} crypto payments open, and their exchange rates still hold. Pay one of them or cancel an unpaid one under Orders, pay by card, or wait until {moment}.',
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
      'Answers the client secret for Stripe’s Checkout elements. An order whose total is zero is fulfilled at once and has none. Nor has one of the same items and terms that was paid by card, or placed for free, in the last 10 minutes: it is answered in place of a new one, with `paid_before`, unless `again` is asked for.',
    limit: { max: 30, seconds: 300, by: 'user' },
    query: z.object({
      again: flag.meta({
        description: 'Also what was bought a moment ago is to be bought once more',
      }),
    }),
    body: checkoutItems,
    result: z.object({
      clientSecret: z.string().nullable(),
      order_id: z.uuid(),
      session_id: z.string().meta({ description: 'For `/checkout/success?session_id=`' }),
      paid_before: z
        .boolean()
        .meta({ description: 'The order was paid a moment ago: nothing is left to pay' }),
      renewals: z
        .array(agreedRenewal)
        .meta({ description: 'What a card will be charged later, to compare with what was shown' }),
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
    summary: 'How a card payment went',
    duringMaintenance: true,
    description:
      'Asks the provider while the order is not finished, so a lost webhook loses nothing.',
    limit: { max: 120, seconds: 60, by: 'user' },
    params: z.object({ session_id: z.string().min(1).max(255) }),
    result: z.object({
      order_id: z.uuid(),
      payment_status: paymentStatus,
      asked: z.boolean().meta({
        description:
          'False when the provider could not be asked just now: the status is what was known before, and the order may be paid',
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
      'Releases its codes and its exchange rate immediately. The rate of an order whose payment window is over holds for another 24 hours, and the order can be canceled until then. Money that still arrives counts with its value on arrival.',
    limit: { max: 30, seconds: 300, by: 'user' },
    params: z.object({ id: z.uuid() }),
    result: order,
    refusals: {
      ...orderRefusals,
      ...refusals({
        not_waiting: [
          409,
          'This order cannot be cancelled. Only an unpaid crypto order can, until 24 hours after its payment window.',
        ],
      }),
    },
  }),
  get: endpoint({
    method: 'GET',
    path: '/get_payment/{id}',
    who: 'user',
    summary: 'Read a payment of mine',
    duringMaintenance: true,
    params: z.object({ id: pathId }),
    result: payment,
    refusals: refusals({ unknown_payment: [404, 'Payment not found'] }),
  }),
}
