import * as z from 'zod'
import { type Declaration, event, staffEvent } from './event.ts'

const data = z.object({
  dispute: z.int(),
  order: z.uuid(),
  amount_cents: z.int().min(0),
  /** The provider's word for why. */
  reason: z.string(),
})
const sample = {
  dispute: 5,
  order: '6f1c1d2e-8a35-4c55-9c41-0f6f3f7d9b21',
  amount_cents: 5397,
  reason: 'fraudulent',
}
const shown = ({ amount_cents, ...rest }: z.output<typeof data>) => ({
  ...rest,
  amount: amount_cents / 100,
})

function told(
  level: 'error' | 'success' | 'warning',
  message: string,
): Declaration<typeof data, { userId: number; data: z.output<typeof data> }> {
  return event({
    data,
    sample,
    log: (happened) => ({ source: 'payment', level, message, details: shown(happened.data) }),
  })
}

/** That one was lost is `dispute.lost`, an event of its order. */
export const disputeEvents = {
  /** The bank asks before it takes the money back. */
  'dispute.warned': told('warning', 'Dispute announced'),
  'dispute.opened': told('error', 'Dispute opened'),
  'dispute.won': told('success', 'Dispute won'),
  'dispute.withdrawn': told('success', 'Dispute withdrawn'),
  /** Staff have written what the bank is told, or given up; the provider is asked next. */
  'dispute.answered': staffEvent({
    message: 'Dispute answered',
    data: z.object({
      dispute: z.int(),
      order: z.uuid(),
      amount_cents: z.int().min(0),
      answer: z.enum(['submitted', 'accepted']),
      reason: z.string(),
    }),
    sample: {
      dispute: 5,
      order: sample.order,
      amount_cents: 5397,
      answer: 'submitted',
      reason: 'It was delivered and used',
    },
    line: ({ data: { amount_cents, ...rest } }) => ({
      about: { ...rest, amount: amount_cents / 100 },
    }),
  }),
  /** The provider did not take the answer: another can be given. */
  'dispute.answer_refused': event({
    data: z.object({
      dispute: z.int(),
      order: z.uuid(),
      amount_cents: z.int().min(0),
      why: z.string(),
    }),
    sample: {
      dispute: 5,
      order: sample.order,
      amount_cents: 5397,
      why: 'This dispute is already closed',
    },
    log: ({ data: { amount_cents, ...rest } }) => ({
      source: 'payment',
      level: 'error',
      message: 'Answer to a dispute refused',
      details: { ...rest, amount: amount_cents / 100 },
    }),
  }),
  /** How many characters each field had and has: the texts have addresses in them. */
  'dispute.evidence_changed': staffEvent({
    message: 'Evidence changed',
    data: z.object({
      dispute: z.int(),
      order: z.uuid(),
      revision: z.int(),
      before: z.record(z.string(), z.int()),
      after: z.record(z.string(), z.int()),
    }),
    sample: {
      dispute: 5,
      order: sample.order,
      revision: 3,
      before: { uncategorized_text: 410 },
      after: { uncategorized_text: 528 },
    },
  }),
  /** A card's bank suspects fraud; `refund` is what was asked to be given back because of it. */
  'fraud.warned': event({
    data: z.object({
      order: z.uuid(),
      warning: z.int(),
      fraud_type: z.string(),
      amount_cents: z.int().min(0),
      refund: z.uuid().nullable(),
    }),
    sample: {
      order: sample.order,
      warning: 3,
      fraud_type: 'unauthorized_use_of_card',
      amount_cents: 5397,
      refund: null,
    },
    log: ({ data: { amount_cents, ...rest } }) => ({
      source: 'payment',
      level: 'warning',
      message: 'Early fraud warning',
      details: { ...rest, amount: amount_cents / 100 },
    }),
  }),
}
