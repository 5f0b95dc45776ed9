import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { id, money, term, timestamp } from '#contract/wire/wire.ts'
import { disputeOpening } from './disputes.ts'
import { payout } from './payouts.ts'
import { refund } from './refunds.ts'

export const paymentStatuses = [
  'waiting',
  'confirming',
  'partially_paid',
  'finished',
  'expired',
  'failed',
  'refunded',
  'disputed',
] as const
export const paymentStatus = z.enum(paymentStatuses).meta({
  description: 'A `finished` order can only change to `refunded` or `disputed`',
})
export type PaymentStatus = z.output<typeof paymentStatus>

export const orderType = z.enum(['card', 'crypto', 'free'])

/**
 * Why staff must review an order although its payment counts: coins arrived after its money was
 * returned, or the customer already had a lifetime of a product in it.
 */
export const orderReviews = ['already_refunded', 'lifetime_owned'] as const
export type OrderReview = (typeof orderReviews)[number]

/** The next charge of the card, unless the customer stops it. */
export const renewal = z
  .object({ product: z.string(), at: timestamp, price: money })
  .meta({ id: 'Renewal', description: 'Date and amount of a product’s next card charge' })
export type Renewal = z.input<typeof renewal>

export const order = z
  .object({
    id: z.uuid(),
    created_at: timestamp,
    payment_status: paymentStatus,
    type: orderType,
    payment_id: id.nullable(),
    total_price: money,
    refunded: money.meta({ description: 'Refunds that the provider has accepted' }),
    refunds: z.array(refund).meta({ description: 'Oldest first' }),
    pay_amount: z.number().nullable().meta({
      description: 'Amount due in `pay_currency`; null unless the order is paid in crypto',
    }),
    pay_currency: z.string().nullable().meta({ example: 'btc' }),
    missing: z
      .object({ amount: money, pay_amount: z.number().nullable(), arrived: z.number() })
      .nullable()
      .meta({
        description:
          'For a partially paid order: the missing amount in the shop’s currency and in `pay_currency`, and the coins received. Null once the coins are being returned. `pay_amount` is null once the exchange rate of the order has ended: coins then count at the rate when they arrive',
      }),
    unexpected: z
      .array(z.object({ coins: z.number().nullable(), currency: z.string().nullable() }))
      .meta({
        description:
          'Coins that the order does not expect, or that the provider holds for an unknown reason. They are not used until staff review them',
      }),
    review: z.enum(orderReviews).nullable().meta({
      description:
        'A payment that bought nothing and that staff are reviewing: `already_refunded` if coins arrived after the order’s money was returned, or while it was on its way back; `lifetime_owned` if the customer already had a lifetime of a product in the order. Null if there is none, and once staff have reviewed or returned it',
    }),
    repriced: z.boolean().meta({
      description:
        'The payment arrived after the order’s discounts were released and used up, so the order has the price at that time',
    }),
    can_cancel: z.boolean().meta({
      description:
        'The customer can cancel it: an unpaid crypto order that is waiting for payment or whose exchange rate is still reserved',
    }),
    can_request_refund: z.boolean().meta({
      description:
        'The order was paid for, is not disputed, and has an amount left that is neither refunded nor being refunded. Support decides on each request',
    }),
    seen: z.object({ coins: z.number(), of: z.number(), currency: z.string() }).nullable().meta({
      description: 'If the crypto payment failed: coins seen and coins due. Null if none were seen',
    }),
    payout: payout
      .pick({
        status: true,
        kind: true,
        amount: true,
        coins: true,
        currency: true,
        expires_at: true,
        ran_out: true,
      })
      .nullable()
      .meta({
        description:
          'Latest payout of this order that was not withdrawn, including one that expired while the money is still owed',
      }),
    surplus: z.object({ amount: money, coins: z.number(), currency: z.string() }).nullable().meta({
      description:
        'Crypto that a finished order received above its total, for example an amount that is too small to offer back. Null if there is none or it was offered back',
    }),
    autorenew: z.boolean().meta({ description: 'At least one item renews by card' }),
    renews_otherwise: z.boolean().meta({
      description:
        'No item of this order renews automatically, but another order renews one of its products',
    }),
    renewals: z.array(renewal).meta({
      description:
        'Next charge of each product that this order renews, soonest first; products that a later order renews are left out',
    }),
    renews: z.uuid().nullable().meta({
      description:
        'The order whose renewal this order was created for. If unpaid, it is paid through the renewal and not at the checkout',
    }),
    running: z.array(id).meta({
      description: 'Renewals of the items in this order; see `GET /user/renewals` for their state',
    }),
    dispute: z
      .object({
        effect: disputeOpening,
        kept: z.int().meta({ description: 'Seconds that are restored if the dispute is won' }),
        lost: z.boolean(),
        amount: money.meta({ description: 'Disputed or withdrawn amount' }),
      })
      .nullable()
      .meta({ description: 'Effect of an open or lost dispute on the order’s time' }),
    document: z
      .object({ number: z.string(), kind: z.enum(['receipt', 'invoice']) })
      .nullable()
      .meta({ description: 'Created shortly after payment; null if the order was free' }),
    accepted: z.object({ terms: z.int(), refunds: z.int(), at: timestamp }).nullable().meta({
      description:
        'Versions of the legal pages that applied to the order: `/legal/terms/{version}`',
    }),
    items: z.array(
      z.object({
        id: id.meta({ description: 'Product ID' }),
        name: z.string(),
        ...term,
        price: money.meta({ description: 'Price of this item after sale and discount' }),
        sale: money.meta({ description: 'Reduction from a sale' }),
        discount: z.object({ code: z.string(), amount: money }).nullable(),
        renew: z.boolean().meta({ description: 'The customer chose automatic renewal by card' }),
        replace_renewal: z
          .boolean()
          .meta({ description: 'The item replaced the product’s existing renewal' }),
      }),
    ),
  })
  .meta({ id: 'Order' })
export type Order = z.input<typeof order>

export const orderRefusals = refusals({ unknown_order: [404, 'Order not found'] })

/** The number of a customer's latest orders that are listed. */
export const mostOrders = 200

export const orders = {
  list: endpoint({
    method: 'GET',
    path: '/user/orders',
    who: 'user',
    summary: 'List my orders',
    description:
      'Newest first, at most 200. Card payments that were started but never completed are left out.',
    result: z.array(order),
  }),
  get: endpoint({
    method: 'GET',
    path: '/user/orders/{id}',
    who: 'user',
    summary: 'Read one of my orders',
    duringMaintenance: true,
    params: z.object({ id: z.uuid() }),
    result: order,
    refusals: orderRefusals,
  }),
}
