import * as z from 'zod'
import { disputeLine } from './disputes.ts'
import { documentLine } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { paged, search } from './lists.ts'
import { order, orderRefusals, orderType, paymentStatus } from './orders.ts'
import { paymentProvider } from './payment-webhooks.ts'
import { refusals } from './refusals.ts'
import { cardRenewal } from './renewals.ts'
import { refundable, staffRefund } from './staff-refunds.ts'
import { userRefusals } from './staff-users.ts'
import { orderTax } from './taxes.ts'
import { ticket } from './tickets.ts'
import { id, money, pathId, term, timeBound, timestamp } from './wire.ts'

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
      'An order’s id or its beginning, a payment’s id, the provider’s ids, an address, a transaction, a discount code, a username or an email address or its beginning, the last four digits of a card, a document’s number, a part of a company’s name or its VAT id',
  }),
  status: paymentStatus.optional(),
  method: orderType.optional(),
  product: pathId.optional(),
  code: z
    .string()
    .trim()
    .max(60, 'Please search for less text')
    .transform((text) => text || undefined)
    .optional(),
  uid: pathId.optional().meta({ description: 'Whose' }),
  look: z.enum(toLookAt).optional().meta({
    description:
      'With a refund made at the provider that nobody has looked at, a payout to approve or to send by hand, a crypto payment of the last 30 days that failed or expired with money seen of it and nothing offered back, or one that the order did not ask for',
  }),
  start_time: timeBound.optional(),
  end_time: timeBound.optional().meta({ description: 'Inclusive' }),
  min: units.meta({ description: 'Total, at least' }),
  max: units.meta({ description: 'Total, at most' }),
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
    company: z.string().nullable().meta({ description: 'Whom it was bought for' }),
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
      description: 'Why it pays for nothing until staff have looked at it',
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
    payment_intent_id: z.string().nullable().meta({ description: 'What the provider calls it' }),
    code: z.string().nullable().meta({ description: 'Of one that was declined' }),
    decline_code: z.string().nullable(),
    message: z.string().nullable().meta({ description: 'What the customer is told' }),
  })
  .meta({ id: 'RenewalCharge' })
export type RenewalCharge = z.input<typeof renewalCharge>

export const staffOrder = z
  .object({
    order,
    uid: id,
    username: z.string(),
    deleted: z.boolean(),
    stuck: z.string().nullable().meta({ description: 'Why it is not finished, in a sentence' }),
    can_ask: z.boolean().meta({
      description:
        'A provider can still change the order: it has a payment or a renewal charge, and is not a paid or refunded card order',
    }),
    renews: z.uuid().nullable().meta({ description: 'The order that this one renewed' }),
    renewed_by: z.array(z.uuid()),
    renewals: z.array(cardRenewal).meta({ description: 'What it began, or was charged for' }),
    list_price: money.meta({ description: 'Before what codes take off' }),
    payments: z.array(payment),
    tax: orderTax
      .nullable()
      .meta({ description: 'Null where the customer’s country was not asked for' }),
    charges: z
      .array(renewalCharge)
      .meta({ description: 'Of an order that a renewal is charged for, the latest first' }),
    refunds: z.array(staffRefund).meta({ description: 'Newest first' }),
    disputes: z.array(disputeLine).meta({ description: 'The latest first' }),
    documents: z.array(documentLine).meta({ description: 'Oldest first, at most 200' }),
    tickets: z
      .array(
        ticket
          .pick({ id: true, title: true, status: true, updated_at: true })
          .extend({ waiting_since: timestamp.nullable() }),
      )
      .meta({ description: 'That were opened about it, the latest first, at most 50' }),
    refundable: refundable.nullable().meta({ description: 'Null when nothing can be given back' }),
    time: z.array(
      z.object({
        product: z.string(),
        given: z.int().meta({ description: 'Seconds that this order gave' }),
        taken: z.int().meta({ description: 'Seconds of them that were taken back' }),
        held: z.int().meta({ description: 'Seconds of them that an open dispute keeps' }),
        ends_at: timestamp.nullable(),
      }),
    ),
    timeline: z
      .array(moment)
      .meta({ description: `Oldest first, of more than ${mostMoments} the latest` }),
    timeline_cut: z.boolean().meta({ description: 'Earlier moments are left out of `timeline`' }),
  })
  .meta({ id: 'StaffOrder' })
export type StaffOrder = z.input<typeof staffOrder>

export const orderSearchRefusals = refusals({
  order_search_too_slow: [
    408,
    'This search takes too long. Please narrow it by day, status or customer.',
  ],
})

export const staffOrders = {
  search: endpoint({
    method: 'GET',
    path: '/admin/orders/',
    who: 'staff',
    can: 'view_orders',
    summary: 'Find orders',
    description:
      'Newest first. Card forms that nobody paid are listed only by a search or by their status. `next` leads to the page after.',
    query: z.object({
      ...filters,
      limit: z.coerce.number().int().min(1).max(100).default(25),
      after: z
        .string()
        .regex(/^\d{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
        .optional()
        .meta({ description: 'The `next` of the page before' }),
    }),
    result: z.object({
      orders: z.array(listedOrder),
      next: z.string().nullable(),
      total: z.int(),
      total_is_estimate: z.boolean().meta({
        description: `More than ${countedOrders} match, which are not counted: the total is about right`,
      }),
      more_found: z.boolean().meta({
        description: `The search text matches more orders or customers than are searched: the newest ${searchedOrders} orders, and the orders of 50 customers`,
      }),
      paid: money.nullable().meta({
        description:
          'Of those that match, what is paid now: as revenue is counted, a refund or a dispute takes it away; null when they are not counted',
      }),
    }),
    refusals: orderSearchRefusals,
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/admin/orders/waiting',
    who: 'staff',
    can: 'view_orders',
    summary: 'How many orders somebody has to look at',
    result: z.object({
      refunds: z
        .int()
        .meta({ description: 'Orders with a refund made at the provider that nobody looked at' }),
      payouts: z.int().meta({ description: 'Orders with a payout to approve or to send by hand' }),
      failed: z.int().meta({
        description:
          'Orders whose crypto payment failed with money seen of it, of the last 30 days',
      }),
      unexpected: z.int().meta({
        description: 'Orders with a payment of the last 30 days that they did not ask for',
      }),
    }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/admin/orders/export',
    who: 'staff',
    can: 'view_orders',
    summary: 'All orders that match, as CSV',
    description:
      'Newest first, streamed; of a search all that it finds. One at a time for each user.',
    query: z.object(filters),
    result: z.string(),
    produces: 'text/csv',
    refusals: refusals({
      exporting_orders_already: [
        409,
        'You are already exporting orders. Please wait until that is done.',
      ],
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin/orders/{id}',
    who: 'staff',
    can: 'view_orders',
    summary: 'An order with all that happened to it',
    params: z.object({ id: z.uuid() }),
    result: staffOrder,
    refusals: orderRefusals,
  }),
  list: endpoint({
    method: 'GET',
    path: '/admin/users/{uid}/orders',
    who: 'staff',
    can: 'view_users',
    summary: 'The orders of a user',
    description:
      'Newest first. A card payment that was begun and not made is not listed. Those of a user who was deleted stay.',
    params: z.object({ uid: pathId }),
    query: z.object(paged(25)),
    result: z.object({ orders: z.array(order), total: z.int() }),
    refusals: userRefusals,
  }),
}
