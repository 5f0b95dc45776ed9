import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { orderRefusals } from './orders.ts'
import { providerRefusals } from './payment-refusals.ts'
import { refund } from './refunds.ts'
import { refusals } from './refusals.ts'
import { id, money, timestamp } from './wire.ts'

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
        id: id.meta({ description: 'Of the order’s item' }),
        product: z.string(),
        price: money,
        left: money.meta({ description: 'What was not asked for or given back yet' }),
        unused: money.nullable().meta({
          description:
            'The share of the price whose time is left, at most `left`. Null for a lifetime, which is never used up',
        }),
        lifetime: z.boolean().meta({ description: 'The item’s plan is a lifetime' }),
      }),
    ),
    left: money.meta({ description: 'Of all items' }),
    renews: z.boolean().meta({ description: 'Something of it renews, whichever order began that' }),
  })
  .meta({ id: 'Refundable' })
export type Refundable = z.input<typeof refundable>

export const staffRefund = refund
  .extend({
    taken_at: timestamp.nullable().meta({ description: 'When the provider took it' }),
    failure: z.string().nullable(),
    asked_error: z.string().nullable().meta({ description: 'Why the provider did not answer' }),
    reason: reason.nullable().meta({ description: 'Null of one that the shop did not make' }),
    note: z.string(),
    by: z.string().nullable().meta({ description: 'The member of staff' }),
    look_at: z
      .boolean()
      .meta({ description: 'Made at the provider and split by price: somebody has to look at it' }),
    items: z.array(
      z.object({
        product: z.string(),
        amount: money,
        seconds: z.int().meta({ description: 'Of time that went with it' }),
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
    .min(1, 'Tick what is given back')
    .max(100)
    .refine((items) => new Set(items.map((item) => item.id)).size === items.length, {
      message: 'Name each item once',
    }),
  take_time: z.boolean().meta({
    description: 'Take the time that goes with the amount. Only administrators may leave it',
  }),
  take_lifetime: z.boolean().optional().meta({
    description:
      'Whether a refund of a part of a lifetime’s price ends the lifetime or leaves it as it is. Required for such a refund with `take_time`',
  }),
  give_code: z.boolean().meta({
    description: 'The items’ codes can be used again. Only for administrators',
  }),
  stop_renewal: z.boolean(),
})
export type WantedRefund = z.output<typeof wanted>

export const newRefund = wanted.extend({
  id: z.uuid().optional(),
  left: money.meta({ description: 'What was left of the order when it was looked at' }),
  reason,
  note: z
    .string()
    .trim()
    .max(longestRefundNote, `Please keep it under ${longestRefundNote} characters`)
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
        ends_before: timestamp,
        ends_at: timestamp,
        over: z.boolean().meta({ description: 'Nothing of it is left then' }),
      }),
    ),
    codes: z.array(z.string()),
    referrer: z
      .string()
      .nullable()
      .meta({ description: 'The referrer for whom the customer no longer counts' }),
    reward_seconds: z
      .int()
      .meta({ description: 'Seconds revoked from the free month that the referrer redeemed' }),
    roles: z.array(z.string()).meta({ description: 'Products whose Discord role goes' }),
    renewal: z.boolean().meta({ description: 'The renewal is stopped' }),
    credit_note: z
      .object({ amount: money, of: z.string().meta({ example: 'INV-7' }) })
      .nullable()
      .meta({ description: 'What is made out of it, and the receipt or invoice that it names' }),
    whole: z.boolean().meta({ description: 'All of the order is back then' }),
  })
  .meta({ id: 'RefundEffects' })
export type RefundEffects = z.input<typeof refundEffects>

export const refundRefusals = refusals({
  payment_disputed: [409, 'This payment is disputed'],
  nothing_to_refund: [409, 'Nothing is left to refund'],
  crypto_refund: [409, 'Crypto does not go back by itself: offer its customer a payout.'],
  card_payout: [409, 'This order was not paid in crypto'],
  refund_changed: [409, 'Somebody gave back a part of this order meanwhile. Please look again.'],
  refund_too_much: [422, 'At most {left} is left of {product}'],
  unknown_item: [422, 'This order has no such item'],
  lifetime_undecided: [
    422,
    'A part of a lifetime cannot be taken. Choose whether this refund ends the lifetime of {product} or leaves it.',
  ],
  time_not_taken: [
    403,
    'Only administrators can refund an order and leave its time. Take the time, or ask an administrator.',
  ],
  code_not_given: [
    403,
    'Only administrators can give a code back. Refund without the code, or ask an administrator.',
  ],
  refund_id_used: [409, 'This id belongs to another refund: ask with a new one'],
  own_order: [403, 'Ask a colleague to give back what you bought yourself'],
  refund_above_limit: [403, 'Ask an administrator for refunds above {limit}'],
  refund_above_daily_limit: [
    403,
    'This refund is above your daily limit. Support may refund {limit} in 24 hours, and you have {left} left. Refund less, wait, or ask an administrator.',
  ],
  refund_too_late: [403, 'Ask an administrator for refunds after {days} days'],
})

const params = z.object({ id: z.uuid() })

export const staffRefunds = {
  preview: endpoint({
    method: 'POST',
    path: '/admin/orders/{id}/refunds/preview',
    who: 'staff',
    can: 'refund_orders',
    summary: 'What a refund would do',
    description: 'Does it and takes it back at once: nothing changes and nobody is told.',
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
    summary: 'Give money back to the card that paid',
    description:
      'Written first and then asked of the provider, whose answer decides what happens to the time. Unanswered it stays `asked` and is asked again. `id` is the caller’s: the same one again changes nothing.',
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
    summary: 'Say that a refund made at the provider was looked at',
    params: z.object({ id: z.uuid(), refund: z.uuid() }),
    result: staffRefund,
    refusals: refusals({ unknown_refund: [404, 'Refund not found'] }),
  }),
}
