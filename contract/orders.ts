import * as z from 'zod'
import { disputeOpening } from './disputes.ts'
import { endpoint } from './endpoint.ts'
import { payout } from './payouts.ts'
import { refund } from './refunds.ts'
import { refusals } from './refusals.ts'
import { id, money, term, timestamp } from './wire.ts'

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
  description: 'Never moves backwards from `finished` except to `refunded` or `disputed`',
})
export type PaymentStatus = z.output<typeof paymentStatus>

export const orderType = z.enum(['card', 'crypto', 'free'])

/** The next charge of the card, unless the customer stops it. */
export const renewal = z
  .object({ product: z.string(), at: timestamp, price: money })
  .meta({ id: 'Renewal', description: 'When the card is charged for a product next, and how much' })
export type Renewal = z.input<typeof renewal>

export const order = z
  .object({
    id: z.uuid(),
    created_at: timestamp,
    payment_status: paymentStatus,
    type: orderType,
    payment_id: id.nullable(),
    total_price: money,
    refunded: money.meta({ description: 'What the provider has taken to give back' }),
    refunds: z.array(refund).meta({ description: 'Oldest first' }),
    pay_amount: z
      .number()
      .nullable()
      .meta({ description: 'Amount due in `pay_currency`; null unless paid in crypto' }),
    pay_currency: z.string().nullable().meta({ example: 'btc' }),
    missing: z
      .object({ amount: money, pay_amount: z.number(), arrived: z.number() })
      .nullable()
      .meta({
        description:
          'What has not arrived yet of an order that is partly paid, in the shop’s currency and in `pay_currency`, and the coins that have arrived; null once these are on their way back',
      }),
    unexpected: z
      .array(z.object({ coins: z.number().nullable(), currency: z.string().nullable() }))
      .meta({
        description:
          'Coins that the order did not ask for, or that the provider holds for a reason that the shop does not know. They pay for nothing, and staff look at them',
      }),
    repriced: z.boolean().meta({
      description:
        'Money arrived after the order had released its discounts, which are no longer available: it has the price of that moment',
    }),
    can_cancel: z.boolean().meta({
      description:
        'The customer can cancel it: an unpaid crypto order that waits for its payment, or whose exchange rate still holds',
    }),
    seen: z.object({ coins: z.number(), of: z.number(), currency: z.string() }).nullable().meta({
      description:
        'Of an order whose crypto payment failed, how many coins of how many were seen; null when none were',
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
          'What goes back of it in coins, the latest that is not withdrawn, or that ran out while it is owed',
      }),
    surplus: z.object({ amount: money, coins: z.number(), currency: z.string() }).nullable().meta({
      description:
        'The crypto that a finished order received above its total, for example a surplus that is too small to be offered back. Null if there is none, or if it was offered back',
    }),
    autorenew: z.boolean().meta({ description: 'Something of it renews by card' }),
    renews_otherwise: z.boolean().meta({
      description: 'Nothing of it renews by itself, but a product of it by another order',
    }),
    renewals: z.array(renewal).meta({
      description:
        'The next charge of each product that it renews, soonest first; of an older order, not what a later one renews',
    }),
    renews: z.uuid().nullable().meta({
      description:
        'The order whose renewal this one is charged for. Unpaid, it is paid there and not at the checkout',
    }),
    running: z.array(id).meta({
      description:
        'The renewals by which something of it goes on: `GET /user/renewals` tells how each stands',
    }),
    dispute: z
      .object({
        effect: disputeOpening,
        kept: z.int().meta({ description: 'Seconds that are given back when it is won' }),
        lost: z.boolean(),
        amount: money.meta({ description: 'What the bank asks back or has taken' }),
      })
      .nullable()
      .meta({ description: 'What a dispute that is open or lost has done to its time' }),
    document: z
      .object({ number: z.string(), kind: z.enum(['receipt', 'invoice']) })
      .nullable()
      .meta({ description: 'Made a moment after it was paid; null of what cost nothing' }),
    accepted: z.object({ terms: z.int(), refunds: z.int(), at: timestamp }).nullable().meta({
      description:
        'The editions of the legal pages that it was placed under: `/legal/terms/{edition}`',
    }),
    items: z.array(
      z.object({
        id: id.meta({ description: 'Id of the product' }),
        name: z.string(),
        ...term,
        price: money.meta({ description: 'What this item cost, sale and discount taken off' }),
        sale: money.meta({ description: 'What a sale took off' }),
        discount: z.object({ code: z.string(), amount: money }).nullable(),
        renew: z.boolean().meta({ description: 'It was bought to be renewed by card' }),
        replace_renewal: z
          .boolean()
          .meta({ description: 'It was bought in place of the renewal that ran' }),
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
    summary: 'My orders',
    description:
      'Newest first, at most 200. A card payment that was begun and not made is not listed.',
    result: z.array(order),
  }),
  get: endpoint({
    method: 'GET',
    path: '/user/orders/{id}',
    who: 'user',
    summary: 'One of my orders',
    duringMaintenance: true,
    params: z.object({ id: z.uuid() }),
    result: order,
    refusals: orderRefusals,
  }),
}
