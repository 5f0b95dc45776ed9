import * as z from 'zod'
import { discountCode, discountRefusals, guessRefusals } from './discounts.ts'
import { endpoint } from './endpoint.ts'
import { order, orderRefusals, paymentStatus } from './orders.ts'
import { currencyRefusals, providerRefusals } from './payment-refusals.ts'
import { productRefusals } from './products.ts'
import { refusals } from './refusals.ts'
import { mostItems, planOf } from './terms.ts'
import { id, money, months, pathId, plan, term, timestamp } from './wire.ts'

const checkoutItem = z
  .object({
    id: id.meta({ description: 'Id of the product' }),
    term_length: months.optional(),
    plan: plan.optional().meta({ description: 'A term that is not 1, 3, 6 or 12 months' }),
    discount: z
      .union([z.literal('').transform(() => undefined), discountCode])
      .nullish()
      .transform((code) => code ?? undefined)
      .meta({ description: 'Discount code for this item', example: 'WELCOME10' }),
    renew: z.boolean().optional().meta({
      description:
        'Whether a card payment renews it at the end of the term; the store’s default when it is not said',
    }),
    replace_renewal: z.boolean().optional().meta({
      description:
        'Its term and price replace those of the renewal that the product has already; else that one goes on as it is',
    }),
  })
  .refine(({ term_length, plan }) => (term_length === undefined) !== (plan === undefined), {
    path: ['term_length'],
    message: 'Give the months, or another plan',
  })
  .transform(({ term_length, plan, ...item }) => ({ ...item, plan: plan ?? planOf(term_length!) }))
  .meta({ id: 'CheckoutItem' })

/** What a customer wants to buy: at most 20 products, each once. Prices are never taken from here. */
export const checkoutItems = z
  .array(checkoutItem)
  .min(1, 'Your cart is empty')
  .max(mostItems, 'At most 20 items can be bought at once')
  .refine((items) => new Set(items.map((item) => item.id)).size === items.length, {
    message: 'Each game can be in an order only once',
  })

export const quote = z
  .object({
    items: z.array(
      z.object({
        id,
        name: z.string().nullable().meta({ description: 'Null when there is no such product' }),
        ...term,
        plans: z
          .array(z.object({ ...term, price: money }))
          .meta({ description: 'The plans that the product is sold for' }),
        list_price: money.meta({ description: 'Price of the term before sale and discount code' }),
        sale: money.meta({ description: 'What a sale takes off' }),
        discount: z.object({ code: z.string(), amount: money }).nullable(),
        price: money,
        problem: z
          .string()
          .nullable()
          .meta({ description: 'Why this item cannot be bought, as a sentence' }),
        discount_problem: z
          .string()
          .nullable()
          .meta({ description: 'Why its discount code does not count, as a sentence' }),
        discount_problem_code: z
          .string()
          .nullable()
          .meta({ description: 'The same to branch on', example: 'code_expired' }),
        renewal: z
          .object({
            price: money.meta({ description: 'Of each charge: without sale and discount code' }),
            charge_at: timestamp.meta({
              description: 'When the card would be charged first, if it were bought now',
            }),
            on: z
              .boolean()
              .meta({ description: 'Whether it renews: as asked for, else the store’s default' }),
            running: z
              .object({ ...term, price: money })
              .nullable()
              .meta({
                description:
                  'The renewal that the product has already, of another term or price: ask whether to replace it',
              }),
          })
          .nullable()
          .meta({
            description:
              'What a card payment may renew it for; null when it is for life, cannot be bought, or nothing is to pay',
          }),
      }),
    ),
    total: money,
  })
  .meta({ id: 'Quote' })
export type Quote = z.input<typeof quote>

export const payment = z
  .object({
    id: id.nullable().meta({ description: 'Null when there was nothing to pay' }),
    order_id: z.uuid(),
    payment_status: paymentStatus,
    amount: money.meta({ description: 'What the order costs, in US dollars' }),
    pay_address: z.string().nullable(),
    pay_amount: z.number().nullable(),
    pay_currency: z.string().nullable(),
    payin_extra_id: z
      .string()
      .nullable()
      .meta({ description: 'Memo or destination tag that must go with the transfer' }),
    actually_paid: z.number().nullable(),
    network: z.string().nullable(),
    expires_at: timestamp.nullable().meta({
      description: 'End of the payment window. Money that arrives later still counts.',
    }),
  })
  .meta({ id: 'Payment' })
export type Payment = z.input<typeof payment>

/** Of an order that is placed. */
const placingRefusals = { ...productRefusals, ...discountRefusals, ...providerRefusals }

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
      ...refusals({
        below_crypto_minimum: [
          422,
          'The amount is below the minimum for {currency}: {minimum} USD',
        ],
        too_many_open_orders: [
          409,
          'You have {count} crypto payments open. Please pay or cancel one of them under Orders first.',
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
      'Answers the client secret for Stripe’s Checkout elements. An order whose total is zero is fulfilled at once and has none.',
    limit: { max: 30, seconds: 300, by: 'user' },
    body: checkoutItems,
    result: z.object({
      clientSecret: z.string().nullable(),
      order_id: z.uuid(),
      session_id: z.string().meta({ description: 'For `/checkout/success?session_id=`' }),
    }),
    status: 201,
    refusals: {
      ...placingRefusals,
      ...refusals({
        below_card_minimum: [422, 'The smallest amount that can be paid by card is {minimum} USD'],
      }),
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
    result: z.object({ order_id: z.uuid(), payment_status: paymentStatus }),
    refusals: orderRefusals,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/user/orders/{id}/cancel',
    who: 'user',
    summary: 'Give up an order that waits for crypto',
    description:
      'Gives its codes back at once. Money that arrives for it all the same still counts and is delivered.',
    limit: { max: 30, seconds: 300, by: 'user' },
    params: z.object({ id: z.uuid() }),
    result: order,
    refusals: {
      ...orderRefusals,
      ...refusals({
        not_waiting: [409, 'Only an order that waits for its payment in crypto can be cancelled'],
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
