import * as z from 'zod'
import { paymentStatuses } from '#contract/selling/orders.ts'
import { refundStatuses } from '#contract/selling/refunds.ts'
import { difference } from '#server/platform/logs/staff.ts'
import { event, staffEvent, withAmount } from './event.ts'

const about = { refund: z.uuid(), order: z.uuid(), amount_cents: z.int().min(1) }
/** Set if a bank took the money in a dispute: the shop did not make this refund. */
const dispute = z.int().optional()
const sample = {
  refund: '0f9d4c53-0f0c-4d6c-8a63-b1f1a3c8f7b0',
  order: '6f1c1d2e-8a35-4c55-9c41-0f6f3f7d9b21',
  amount_cents: 1259,
}
const left = z.object({ left_cents: z.int() })
const back = z.object({
  status: z.enum(paymentStatuses),
  refunded_cents: z.int(),
  /** The expiry date of each product in the order. */
  ends_at: z.record(z.string(), z.iso.datetime()),
})
const shownBack = ({ refunded_cents, ...state }: z.output<typeof back>) => ({
  ...state,
  refunded: refunded_cents / 100,
})

export const refundEvents = {
  /** A staff member has requested the refund. It is sent to the provider next. */
  'refund.asked': staffEvent({
    message: 'Refund requested',
    data: z.object({
      ...about,
      reason: z.string(),
      note: z.string(),
      take_time: z.boolean(),
      take_lifetime: z.boolean().optional(),
      give_code: z.boolean(),
      stop_renewal: z.boolean(),
      before: left,
      after: left,
    }),
    sample: {
      ...sample,
      reason: 'requested',
      note: '',
      take_time: true,
      take_lifetime: false,
      give_code: false,
      stop_renewal: true,
      before: { left_cents: 1999 },
      after: { left_cents: 740 },
    },
    line: (data, { data: { before, after } }) => ({
      about: withAmount(data),
      before: { refundable: before.left_cents / 100 },
      after: { refundable: after.left_cents / 100 },
    }),
  }),
  /** `adopted`: the refund was made at the provider, and not by the shop. */
  'refund.taken': event({
    data: z.object({
      ...about,
      dispute,
      status: z.enum(['pending', 'succeeded']),
      adopted: z.boolean(),
      stop_renewal: z.boolean(),
      before: back,
      after: back,
    }),
    sample: {
      ...{ ...sample, status: 'succeeded', adopted: false, stop_renewal: true },
      before: {
        ...{ status: 'finished', refunded_cents: 0 },
        ends_at: { 'Counter-Strike 2': '2026-03-04T18:00:00Z' },
      },
      after: {
        ...{ status: 'finished', refunded_cents: 1259 },
        ends_at: { 'Counter-Strike 2': '2026-02-11T18:00:00Z' },
      },
    },
    log: ({ data: { before, after, ...data } }) => ({
      source: 'payment',
      level: 'warning',
      message: data.dispute
        ? 'Partial dispute withdrawn by the bank'
        : data.adopted
          ? 'Refunded at the provider'
          : 'Refunded',
      details: { ...withAmount(data), ...difference(shownBack(before), shownBack(after)) },
    }),
  }),
  /** The refund was refused, failed later or was canceled. Its side effects are reverted. */
  'refund.failed': event({
    data: z.object({
      ...about,
      dispute,
      before: z.enum(refundStatuses),
      status: z.enum(['failed', 'canceled']),
      why: z.string().nullable(),
    }),
    sample: { ...sample, before: 'pending', status: 'failed', why: 'expired or canceled card' },
    log: ({ data }) => ({
      source: 'payment',
      level: data.dispute ? 'success' : 'error',
      message: data.dispute
        ? 'Disputed amount returned to the shop by the bank'
        : data.status === 'canceled'
          ? 'Refund canceled'
          : 'Refund failed',
      details: withAmount(data),
    }),
  }),
  'refund.looked_at': staffEvent({
    message: 'Provider refund reviewed',
    data: z.object(about),
    sample,
    line: (data) => ({
      about: withAmount(data),
      before: { look_at: true },
      after: { look_at: false },
    }),
  }),
}
