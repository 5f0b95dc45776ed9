import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { id, money, timestamp } from '#contract/wire/wire.ts'
import { orderRefusals } from './orders.ts'
import { providerRefusals } from './payment-refusals.ts'
import { refund } from './refunds.ts'

export const refundReasons = [
  { reason: 'requested', label: 'The customer asked for it' },
  { reason: 'not_working', label: 'It did not work' },
  { reason: 'duplicate', label: 'Bought twice' },
  { reason: 'fraud', label: 'Fraud' },
  { reason: 'goodwill', label: 'Goodwill' },
  { reason: 'other', label: 'Something else' },
] as const

const reason = z.enum(refundReasons.map((each) => each.reason))
export type RefundReason = z.output<typeof reason>

export const longestRefundNote = 1000

/** The refundable amounts of an order, item by item. */
export const refundable = z
  .object({
    items: z.array(
      z.object({
        id: id.meta({ description: 'ID of the order item' }),
        product: z.string(),
        price: money,
        left: money.meta({ description: 'Amount that was not refunded and has no pending refund' }),
        unused: money.nullable().meta({
          description:
            'Share of the price for the unused time, at most `left`. Null for a lifetime, which is never used up',
        }),
        lifetime: z.boolean().meta({ description: 'The item has a lifetime plan' }),
      }),
    ),
    left: money.meta({ description: 'Total of all items' }),
    renews: z.boolean().meta({
      description: 'At least one product of it renews, whichever order started the renewal',
    }),
  })
  .meta({ id: 'Refundable' })
export type Refundable = z.input<typeof refundable>

/** Why an order cannot be refunded in the shop. */
export const refundObstacles = [
  'free',
  'unpaid',
  'disputed',
  'dispute_lost',
  'refund_pending',
  'refunded',
  'refunded_at_provider',
  'no_card_payment',
  'no_crypto_payment',
  'several_coins',
] as const
export type RefundObstacle = (typeof refundObstacles)[number]

export const staffRefund = refund
  .extend({
    taken_at: timestamp.nullable().meta({ description: 'When the provider accepted it' }),
    failure: z.string().nullable(),
    asked_error: z.string().nullable().meta({ description: 'Why the provider did not respond' }),
    reason: reason.nullable().meta({ description: 'Null if the refund was not made in the shop' }),
    note: z.string(),
    by: z.string().nullable().meta({ description: 'The staff member' }),
    look_at: z
      .boolean()
      .meta({ description: 'Made at the provider and split by price, so staff must review it' }),
    items: z.array(
      z.object({
        product: z.string(),
        amount: money,
        seconds: z.int().meta({ description: 'Seconds that were revoked with it' }),
      }),
    ),
  })
  .meta({ id: 'StaffRefund' })
export type StaffRefund = z.input<typeof staffRefund>

const cent = 'Enter at least 0.01'
const wanted = z.object({
  items: z
    .array(
      z.object({
        id,
        amount: money.refine((cents) => cents >= 1, cent),
      }),
    )
    .min(1, 'Select at least one item to refund')
    .max(100)
    .refine((items) => new Set(items.map((item) => item.id)).size === items.length, {
      message: 'List each item only once',
    }),
  take_time: z.boolean().meta({
    description:
      'Revoke the time that belongs to the amount. Only administrators may turn this off',
  }),
  take_lifetime: z.boolean().optional().meta({
    description:
      'Whether a partial refund of a lifetime ends the lifetime or keeps it. Required for such a refund with `take_time`',
  }),
  give_code: z.boolean().meta({
    description: 'Allow the items’ discount codes to be used again. Only for administrators',
  }),
  stop_renewal: z.boolean(),
})
export type WantedRefund = z.output<typeof wanted>

export const newRefund = wanted.extend({
  id: z.uuid().optional(),
  left: money.meta({ description: 'Refundable amount of the order when it was reviewed' }),
  reason,
  note: z
    .string()
    .trim()
    .max(longestRefundNote, `Please use at most ${longestRefundNote} characters`)
    .default(''),
})

/** The effects of a refund, computed by performing it in a transaction that is rolled back. */
export const refundEffects = z
  .object({
    amount: money,
    time: z.array(
      z.object({
        product: z.string(),
        seconds: z.int(),
        ends_before: timestamp.nullable().meta({ description: 'Null: it was a lifetime' }),
        ends_at: timestamp.nullable().meta({ description: 'Null: it is still a lifetime' }),
        over: z.boolean().meta({ description: 'No time of the product is left then' }),
        used_since_offer: z.int().optional().meta({
          description:
            'For a payout: seconds of the refunded time that the customer has used since it was offered. `seconds` leaves them out',
        }),
      }),
    ),
    codes: z.array(z.string()),
    referrer: z
      .string()
      .nullable()
      .meta({ description: 'Referrer for whom the customer no longer counts' }),
    reward_seconds: z
      .int()
      .meta({ description: 'Seconds revoked from the free month that the referrer redeemed' }),
    roles: z.array(z.string()).meta({ description: 'Products whose Discord role is removed' }),
    renewal: z.boolean().meta({ description: 'The renewal is stopped' }),
    credit_note: z
      .object({ amount: money, of: z.string().meta({ example: 'INV-7' }) })
      .nullable()
      .meta({
        description:
          'Document that is created for it, and the receipt or invoice that it refers to',
      }),
    whole: z.boolean().meta({ description: 'The whole order is then refunded' }),
  })
  .meta({ id: 'RefundEffects' })
export type RefundEffects = z.input<typeof refundEffects>

export const refundRefusals = refusals({
  payment_disputed: [409, 'This payment is disputed'],
  nothing_to_refund: [409, 'Nothing is left to refund'],
  crypto_refund: [
    409,
    'Crypto payments cannot be refunded automatically. Offer the customer a payout.',
  ],
  card_payout: [409, 'This order was not paid in crypto'],
  refund_changed: [409, 'Part of this order was refunded in the meantime. Review the new amounts.'],
  refund_too_much: [422, 'At most {left} can be refunded for {product}'],
  unknown_item: [422, 'This order does not have this item'],
  lifetime_undecided: [
    422,
    'A lifetime cannot be partly revoked. Choose whether this refund ends the lifetime of {product} or keeps it.',
  ],
  lifetime_part: [403, 'A partial refund of a lifetime needs an administrator.'],
  time_not_taken: [
    403,
    'Only administrators can refund an order and keep its time. Revoke the time, or ask an administrator.',
  ],
  code_not_given: [
    403,
    'Only administrators can release a discount code. Refund without it, or ask an administrator.',
  ],
  refund_id_used: [409, 'This id already belongs to another refund. Use a new id.'],
  own_order: [403, 'Ask a colleague to refund your own orders'],
  refund_above_limit: [403, 'Only administrators can refund more than {limit}'],
  refund_above_daily_limit: [
    403,
    'This refund exceeds your daily limit. Support may refund {limit} in 24 hours, and you have {left} left. Refund less, wait, or ask an administrator.',
  ],
  refund_too_late: [403, 'Only administrators can refund orders after {days} days'],
})

const params = z.object({ id: z.uuid() })

export const staffRefunds = {
  preview: endpoint({
    method: 'POST',
    path: '/admin/orders/{id}/refunds/preview',
    who: 'staff',
    can: 'refund_orders',
    summary: 'Preview a refund',
    description:
      'Runs the refund in a transaction that is rolled back: nothing changes and nobody is notified.',
    limit: { max: 120, seconds: 60, by: 'user' },
    params,
    body: wanted,
    result: refundEffects,
    refusals: { ...orderRefusals, ...refundRefusals },
  }),
  add: endpoint({
    method: 'POST',
    path: '/admin/orders/{id}/refunds',
    who: 'staff',
    can: 'refund_orders',
    summary: 'Refund a card payment',
    description:
      'The refund is stored first and then sent to the provider, whose response decides what happens to the time. Without a response it stays `asked` and is retried. `id` is an idempotency key from the caller: repeating it changes nothing.',
    limit: { max: 30, seconds: 60, by: 'user' },
    params,
    body: newRefund,
    result: staffRefund,
    status: 201,
    refusals: { ...orderRefusals, ...providerRefusals, ...refundRefusals },
  }),
  look: endpoint({
    method: 'POST',
    path: '/admin/orders/{id}/refunds/{refund}/looked',
    who: 'staff',
    can: 'refund_orders',
    summary: 'Mark a refund made at the provider as reviewed',
    params: z.object({ id: z.uuid(), refund: z.uuid() }),
    result: staffRefund,
    refusals: refusals({ unknown_refund: [404, 'Refund not found'] }),
  }),
}
