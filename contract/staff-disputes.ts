import * as z from 'zod'
import { evidence, mostOfAllEvidence } from './dispute-evidence.ts'
import { disputeOpening, disputeState } from './disputes.ts'
import { endpoint } from './endpoint.ts'
import { paged } from './lists.ts'
import { providerRefusals } from './payment-refusals.ts'
import { reason } from './reasons.ts'
import { refusals } from './refusals.ts'
import { revision, revisionRefusals, seenRevision } from './revisions.ts'
import { refundEffects } from './staff-refunds.ts'
import { id, money, pathId, timestamp } from './wire.ts'

/** `open` matches disputes that the bank has not decided. */
export const disputeFilters = ['open', ...disputeState.options] as const

export const listedDispute = z
  .object({
    id,
    order: z.uuid(),
    uid: id,
    username: z.string(),
    deleted: z.boolean().meta({ description: 'The customer was deleted' }),
    state: disputeState,
    reason: z.string().meta({ description: 'The provider’s word for why', example: 'fraudulent' }),
    network_reason: z.string().nullable().meta({ description: 'The card network’s code for it' }),
    amount: money,
    due_at: timestamp
      .nullable()
      .meta({ description: 'Until when it can be answered; null when the bank takes no answer' }),
    opening: disputeOpening
      .nullable()
      .meta({ description: 'What was done to the order’s time; null when there was none' }),
    opened_at: timestamp,
    closed_at: timestamp.nullable(),
    part: z.boolean().meta({
      description: 'It was lost and took a part of the order, the rest of which goes on',
    }),
  })
  .meta({ id: 'ListedDispute' })
export type ListedDispute = z.input<typeof listedDispute>

export const staffDispute = listedDispute
  .extend({
    provider_id: z.string(),
    total: money.meta({ description: 'Of the order' }),
    kept: z.int().meta({ description: 'Seconds that are given back when it is won' }),
    evidence,
    files: z.array(z.string()).meta({
      description:
        'Names of the files that go with the evidence; none where it cannot be submitted',
      example: ['INV-7.pdf', 'tickets.pdf'],
    }),
    revision,
    collected_at: timestamp.nullable().meta({
      description: 'When the shop gathered what it knows; null until it has',
    }),
    answerable: z.boolean().meta({ description: 'Evidence can be changed, submitted or left out' }),
    answer: z
      .enum(['submitted', 'accepted'])
      .nullable()
      .meta({ description: 'Final, once the provider has taken it' }),
    answered_by: z.string().nullable(),
    answered_at: timestamp.nullable().meta({
      description: 'When the provider took the answer; null while it is asked',
    }),
    asked_error: z.string().nullable().meta({ description: 'Why the provider did not answer' }),
  })
  .meta({ id: 'StaffDispute' })
export type StaffDispute = z.input<typeof staffDispute>

/**
 * The effects of accepting a dispute, computed by performing it in a transaction that is rolled
 * back.
 */
const acceptEffects = refundEffects
  .omit({ whole: true })
  .extend({
    kept: z.int().meta({ description: 'Seconds that were frozen and do not come back' }),
    part: z
      .boolean()
      .meta({ description: 'It takes a part of the order, the rest of which goes on' }),
  })
  .meta({ id: 'AcceptEffects' })
export type AcceptEffects = z.input<typeof acceptEffects>

export const disputeRefusals = refusals({
  unknown_dispute: [404, 'Dispute not found'],
  dispute_over: [409, 'The bank has decided this dispute, or takes no more evidence'],
  dispute_answered: [409, 'This dispute was answered already'],
})

const evidenceRefusals = refusals({
  no_evidence: [422, 'Write at least one field before you submit'],
})

const acceptRefusals = refusals({
  refund_undecided: [
    409,
    'Stripe has not decided a refund of this order yet, and what the bank takes does not fit beside it. Please try again once it has.',
  ],
})

const params = z.object({ id: pathId })
const limit = { max: 60, seconds: 60, by: 'user' } as const

export const staffDisputes = {
  list: endpoint({
    method: 'GET',
    path: '/admin/disputes/',
    who: 'staff',
    can: 'view_disputes',
    summary: 'Disputes',
    description:
      'Those that need a response first, by when they are due; then the others, newest first.',
    query: z.object({ state: z.enum(disputeFilters).optional(), ...paged(25) }),
    result: z.object({ disputes: z.array(listedDispute), total: z.int() }),
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/admin/disputes/waiting',
    who: 'staff',
    can: 'view_disputes',
    summary: 'How many disputes need a response',
    result: z.object({ waiting_disputes: z.int() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin/disputes/{id}',
    who: 'staff',
    can: 'view_disputes',
    summary: 'A dispute with its evidence',
    params,
    result: staffDispute,
    refusals: disputeRefusals,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/admin/disputes/{id}/evidence',
    who: 'staff',
    can: 'answer_disputes',
    summary: 'Change the evidence of a dispute',
    description:
      'Any of the fields; what is left out stays. The bank is told when it is submitted.',
    limit,
    params,
    body: evidence.extend({ revision: seenRevision }),
    result: staffDispute,
    refusals: {
      ...disputeRefusals,
      ...revisionRefusals,
      ...refusals({
        evidence_too_long: [
          422,
          `All fields together can have ${mostOfAllEvidence} characters: {over} are too many`,
        ],
      }),
    },
  }),
  submit: endpoint({
    method: 'POST',
    path: '/admin/disputes/{id}/submit',
    who: 'staff',
    can: 'answer_disputes',
    summary: 'Submit the evidence of a dispute',
    description:
      'Final: a bank takes evidence once. Written first and then asked of the provider; unanswered it is asked again.',
    limit,
    params,
    body: z.object({
      revision: revision.meta({ description: 'Of the evidence that was read' }),
      reason,
    }),
    result: staffDispute,
    refusals: { ...disputeRefusals, ...evidenceRefusals, ...revisionRefusals, ...providerRefusals },
  }),
  accept: endpoint({
    method: 'POST',
    path: '/admin/disputes/{id}/accept',
    who: 'staff',
    can: 'answer_disputes',
    summary: 'Accept a dispute',
    description: 'Final: it is lost at once, and the money stays with the customer.',
    limit,
    params,
    body: z.object({ reason }),
    result: staffDispute,
    refusals: { ...disputeRefusals, ...acceptRefusals, ...providerRefusals },
  }),
  previewAccept: endpoint({
    method: 'POST',
    path: '/admin/disputes/{id}/accept/preview',
    who: 'staff',
    can: 'answer_disputes',
    summary: 'What accepting a dispute would do',
    description: 'Does it and takes it back at once: nothing changes and the bank is not told.',
    limit,
    params,
    result: acceptEffects,
    refusals: { ...disputeRefusals, ...acceptRefusals },
  }),
}
