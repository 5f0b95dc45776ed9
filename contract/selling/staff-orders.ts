import * as z from 'zod'
import { cardRenewal } from '#contract/access/card-renewal.ts'
import { orderTax } from '#contract/platform/taxes.ts'
import { userRefusals } from '#contract/wire/account-refusals.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { paged, search } from '#contract/wire/lists.ts'
import { paymentProvider } from '#contract/wire/payment-provider.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { ticket } from '#contract/wire/ticket.ts'
import { id, money, pathId, term, timeBound, timestamp } from '#contract/wire/wire.ts'
import { disputeLine } from './disputes.ts'
import { documentLine } from './documents.ts'
import { order, orderRefusals, orderType, paymentStatus } from './orders.ts'
import { refundable, refundObstacles, staffRefund } from './staff-refunds.ts'

/** Why an order needs attention. */
export const toLookAt = ['refund', 'payout', 'failed', 'unexpected'] as const

/** Matches beyond this number are not counted. */
export const countedOrders = 10_000

/** For each possible meaning of a search text, the number of newest orders that are searched. */
export const searchedOrders = 500

const units = z.coerce
  .number()
  .min(0)
  .max(10_000_000)
  .transform((amount) => Math.round(amount * 100))
  .optional()

const filters = {
  q: search.meta({
    description:
      'Order ID or its beginning, payment ID, provider ID, payment address, transaction, discount code, part of the customer’s name, email, Discord name or device name, last four digits of a card, document number, part of a company name, or VAT ID',
  }),
  status: paymentStatus.optional(),
  method: orderType.optional(),
  product: pathId.optional(),
  code: z
    .string()
    .trim()
    .max(60, 'The search text is too long. Please shorten it')
    .transform((text) => text || undefined)
    .optional(),
  uid: pathId.optional().meta({ description: 'Customer' }),
  look: z.enum(toLookAt).optional().meta({
    description:
      'Orders that need review: a refund made at the provider, a payout to approve or send by hand, a crypto payment of the last 30 days that failed or expired after money was seen and has no offer yet, or an unexpected payment',
  }),
  start_time: timeBound.optional(),
  end_time: timeBound.optional().meta({ description: 'Inclusive' }),
  min: units.meta({ description: 'Minimum total' }),
  max: units.meta({ description: 'Maximum total' }),
}

export const listedOrder = z
  .object({
    id: z.uuid(),
    created_at: timestamp,
    uid: id,
    username: z.string(),
    deleted: z.boolean().meta({ description: 'The customer was deleted' }),
    payment_status: paymentStatus,
    type: orderType,
    total_price: money,
    refunded: money,
    items: z.array(z.object({ name: z.string(), ...term })),
    codes: z.array(z.string()),
    company: z.string().nullable().meta({ description: 'Company that it was bought for' }),
  })
  .meta({ id: 'ListedOrder' })
export type ListedOrder = z.input<typeof listedOrder>

/** For an order with more events than this, only the latest are returned. */
export const mostMoments = 300

/** The order of events at the same moment: a cause comes before its effects. */
export const timelineKinds = [
  'order',
  'payment',
  'event',
  'dispute',
  'refund',
  'payout',
  'time',
  'document',
  'mail',
  'log',
  'ticket',
] as const

const moment = z
  .object({
    at: timestamp,
    kind: z.enum(timelineKinds),
    text: z.string(),
    error: z.string().nullable(),
    ticket: id.nullable(),
  })
  .meta({ id: 'OrderMoment' })
export type OrderMoment = z.input<typeof moment>

const payment = z
  .object({
    id,
    created_at: timestamp,
    checked_at: timestamp,
    provider: paymentProvider,
    provider_id: z.string(),
    provider_reference: z.string().nullable(),
    status: z.string(),
    amount: money,
    pay_amount: z.number().nullable(),
    actually_paid: z.number().nullable(),
    review: z.enum(['other_coin', 'unknown_status']).nullable().meta({
      description: 'Why it is not used until staff review it',
    }),
    provider_status: z.string().nullable(),
    pay_currency: z.string().nullable(),
    pay_address: z.string().nullable(),
    pay_network: z.string().nullable(),
    transaction_id: z.string().nullable(),
    card_brand: z.string().nullable(),
    card_last4: z.string().nullable(),
    card_country: z.string().nullable(),
  })
  .meta({ id: 'StaffPayment' })

/** Each attempt to charge a card for a period of a renewal. */
const renewalCharge = z
  .object({
    id,
    created_at: timestamp,
    decided_at: timestamp.nullable(),
    status: z.enum(['asked', 'processing', 'needs_action', 'succeeded', 'declined', 'canceled']),
    card_brand: z.string(),
    card_last4: z.string(),
    payment_intent_id: z.string().nullable().meta({ description: 'ID at the provider' }),
    code: z.string().nullable().meta({ description: 'Decline reason' }),
    decline_code: z.string().nullable(),
    message: z.string().nullable().meta({ description: 'Message for the customer' }),
  })
  .meta({ id: 'RenewalCharge' })
export type RenewalCharge = z.input<typeof renewalCharge>

export const staffOrder = z
  .object({
    order,
    uid: id,
    username: z.string(),
    deleted: z.boolean(),
    stuck: z
      .string()
      .nullable()
      .meta({ description: 'Why it is not finished or must be reviewed, as a sentence' }),
    review_at: timestamp.nullable().meta({
      description:
        'Since when staff must review a payment of this order that bought nothing. Null if there is none',
    }),
    can_ask: z.boolean().meta({
      description:
        'Whether the provider can still change the order. It has a payment or a renewal charge. It is also unpaid or disputed, or a crypto order of the last 30 days, because more coins can arrive.',
    }),
    renews: z.uuid().nullable().meta({ description: 'The order that this one renewed' }),
    renewed_by: z.array(z.uuid()),
    renewals: z
      .array(cardRenewal)
      .meta({ description: 'Renewals that it started or that were charged with it' }),
    list_price: money.meta({ description: 'Total before discount codes' }),
    payments: z.array(payment),
    tax: orderTax
      .nullable()
      .meta({ description: 'Null if the customer was not asked for a country' }),
    charges: z
      .array(renewalCharge)
      .meta({ description: 'If it was created for a renewal: the charges, newest first' }),
    refunds: z.array(staffRefund).meta({ description: 'Newest first' }),
    disputes: z.array(disputeLine).meta({ description: 'Newest first' }),
    documents: z.array(documentLine).meta({ description: 'Oldest first, at most 200' }),
    tickets: z
      .array(
        ticket
          .pick({ id: true, title: true, status: true, updated_at: true })
          .extend({ waiting_since: timestamp.nullable() }),
      )
      .meta({ description: 'Tickets about this order, newest first, at most 50' }),
    refundable: refundable.nullable().meta({
      description: 'Null if nothing can be refunded. `refund_obstacle` then says why',
    }),
    refund_obstacle: z.enum(refundObstacles).nullable().meta({
      description:
        'Why nothing can be refunded. `refund_pending`: a refund of the remaining amount is in progress; `refunded_at_provider`: the whole amount was refunded, at least part of it in the provider’s dashboard; `no_card_payment`: no payment at Stripe belongs to it; `no_crypto_payment`: no coins arrived; `several_coins`: it was paid in several coins, which staff pay out by hand',
    }),
    time: z.array(
      z.object({
        product: z.string(),
        given: z.int().meta({ description: 'Seconds that this order added' }),
        taken: z.int().meta({ description: 'Seconds that were revoked' }),
        held: z.int().meta({ description: 'Seconds that an open dispute holds' }),
        ends_at: timestamp.nullable(),
      }),
    ),
    timeline: z.array(moment).meta({
      description: `Oldest first; if there are more than ${mostMoments}, only the latest`,
    }),
    timeline_cut: z.boolean().meta({ description: 'Earlier events are left out of `timeline`' }),
  })
  .meta({ id: 'StaffOrder' })
export type StaffOrder = z.input<typeof staffOrder>

export const orderSearchRefusals = refusals({
  order_search_too_slow: [408, 'This search takes too long. Narrow it by day, status or customer.'],
})

export const staffOrders = {
  search: endpoint({
    method: 'GET',
    path: '/admin/orders/',
    who: 'staff',
    can: 'view_orders',
    summary: 'Find orders',
    description:
      'Unpaid card orders are only listed when you search or filter by their status. `next` is the cursor of the next page.',
    query: z.object({
      ...filters,
      limit: z.coerce.number().int().min(1).max(100).default(25),
      after: z
        .string()
        .regex(/^\d{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
        .optional()
        .meta({ description: 'The `next` of the previous page' }),
      sort: z
        .enum(['-date', 'date'])
        .default('-date')
        .meta({ description: '`-date`: newest first' }),
    }),
    result: z.object({
      orders: z.array(listedOrder),
      next: z.string().nullable(),
      total: z.int(),
      total_is_estimate: z.boolean().meta({
        description: `There are more than ${countedOrders} matches, so the total is approximate`,
      }),
      more_found: z.boolean().meta({
        description: `The search text matches too many orders or customers: only the newest ${searchedOrders} orders, and the orders of 50 customers, were searched`,
      }),
      paid: money.nullable().meta({
        description:
          'The paid total of the matching orders, minus refunds and disputes; null if too many match to add them up',
      }),
    }),
    refusals: orderSearchRefusals,
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/admin/orders/waiting',
    who: 'staff',
    can: 'view_orders',
    summary: 'Count the orders that need review',
    result: z.object({
      refunds: z
        .int()
        .meta({ description: 'Orders with an unreviewed refund that was made at the provider' }),
      payouts: z.int().meta({ description: 'Orders with a payout to approve or send by hand' }),
      failed: z.int().meta({
        description: 'Orders of the last 30 days whose crypto payment failed after money was seen',
      }),
      unexpected: z.int().meta({
        description:
          'Orders with an unexpected payment in the last 30 days, or one that bought nothing',
      }),
    }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/admin/orders/export',
    who: 'staff',
    can: 'view_orders',
    summary: 'Export all matching orders as CSV',
    description:
      'Newest first, streamed, without the search limits of the list. One export at a time for each user.',
    query: z.object(filters),
    result: z.string(),
    produces: 'text/csv',
    refusals: refusals({
      exporting_orders_already: [
        409,
        'You are already exporting orders. Wait until that export has finished.',
      ],
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin/orders/{id}',
    who: 'staff',
    can: 'view_orders',
    summary: 'Read an order with its full history',
    params: z.object({ id: z.uuid() }),
    result: staffOrder,
    refusals: orderRefusals,
  }),
  reviewed: endpoint({
    method: 'POST',
    path: '/admin/orders/{id}/reviewed',
    who: 'staff',
    can: 'refund_orders',
    summary: 'Mark a payment that bought nothing as reviewed',
    description:
      'Takes the order off the list of orders that need review. Does nothing if a staff member has already reviewed it.',
    params: z.object({ id: z.uuid() }),
    body: z.object({
      seen: timestamp.meta({ description: 'The `review_at` that was reviewed' }),
    }),
    result: staffOrder,
    refusals: {
      ...orderRefusals,
      ...refusals({
        review_changed: [
          409,
          'Another payment has arrived for this order since you opened this page. Check it, then mark the order as reviewed again.',
        ],
      }),
    },
  }),
  list: endpoint({
    method: 'GET',
    path: '/admin/users/{uid}/orders',
    who: 'staff',
    can: 'view_users',
    summary: 'List the orders of a user',
    description:
      'Newest first, without card orders whose payment was never completed. Also works for deleted users.',
    params: z.object({ uid: pathId }),
    query: z.object(paged(25)),
    result: z.object({ orders: z.array(order), total: z.int() }),
    refusals: userRefusals,
  }),
}
