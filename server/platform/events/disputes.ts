import * as z from 'zod'
import { type Declaration, event, staffEvent, withAmount } from './event.ts'

const about = z.object({ dispute: z.int(), order: z.uuid(), amount_cents: z.int().min(0) })
const sample = {
  dispute: 5,
  order: '6f1c1d2e-8a35-4c55-9c41-0f6f3f7d9b21',
  amount_cents: 5397,
}
/** The provider's code for the reason. */
const data = about.extend({ reason: z.string() })

function told(
  level: 'error' | 'success' | 'warning',
  message: string,
): Declaration<typeof data, { userId: number; data: z.output<typeof data> }> {
  return event({
    data,
    sample: { ...sample, reason: 'fraudulent' },
    log: (happened) => ({ source: 'payment', level, message, details: withAmount(happened.data) }),
  })
}

/** The loss of a dispute is `dispute.lost`, an event of its order. */
export const disputeEvents = {
  'dispute.warned': told('warning', 'Dispute inquiry opened'),
  'dispute.opened': told('error', 'Dispute opened'),
  'dispute.won': told('success', 'Dispute won'),
  'dispute.withdrawn': told('success', 'Dispute withdrawn'),
  /** Staff have answered or accepted the dispute. The answer is sent to the provider next. */
  'dispute.answered': staffEvent({
    message: 'Dispute answered',
    data: about.extend({
      answer: z.enum(['submitted', 'accepted']),
      reason: z.string(),
    }),
    sample: { ...sample, answer: 'submitted', reason: 'It was delivered and used' },
    line: ({ answer, ...about }) => ({
      about: withAmount(about),
      before: { answer: null },
      after: { answer },
    }),
  }),
  /** The provider rejected the answer. Staff can submit another one. */
  'dispute.answer_refused': event({
    data: about.extend({ why: z.string() }),
    sample: { ...sample, why: 'This dispute is already closed' },
    log: ({ data }) => ({
      source: 'payment',
      level: 'error',
      message: 'Dispute response refused',
      details: withAmount(data),
    }),
  }),
  /** Lengths of the fields in characters. The texts themselves contain addresses. */
  'dispute.evidence_changed': staffEvent({
    message: 'Dispute evidence changed',
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
  /** A card's bank suspects fraud. `refund` is the refund that was requested because of it. */
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
    log: ({ data }) => ({
      source: 'payment',
      level: 'warning',
      message: 'Early fraud warning',
      details: withAmount(data),
    }),
  }),
}
