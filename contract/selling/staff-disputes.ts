import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { paged } from '#contract/wire/lists.ts'
import { reason } from '#contract/wire/reasons.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { revision, revisionRefusals, seenRevision } from '#contract/wire/revisions.ts'
import { id, money, pathId, timestamp } from '#contract/wire/wire.ts'
import { enteredEvidence, evidence, mostOfAllEvidence } from './dispute-evidence.ts'
import { disputeOpening, disputeState } from './disputes.ts'
import { providerRefusals } from './payment-refusals.ts'
import { refundEffects } from './staff-refunds.ts'

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
    reason: z
      .string()
      .meta({ description: 'The provider’s dispute reason', example: 'fraudulent' }),
    network_reason: z.string().nullable().meta({ description: 'The card network’s reason code' }),
    amount: money,
    due_at: timestamp
      .nullable()
      .meta({ description: 'Response deadline; null if the bank accepts no response' }),
    opening: disputeOpening
      .nullable()
      .meta({ description: 'What happened to the order’s time; null if it had none' }),
    opened_at: timestamp,
    closed_at: timestamp.nullable(),
    part: z.boolean().meta({
      description: 'It was lost and covers only part of the order; the rest continues',
    }),
  })
  .meta({ id: 'ListedDispute' })
export type ListedDispute = z.input<typeof listedDispute>

export const staffDispute = listedDispute
  .extend({
    provider_id: z.string(),
    total: money.meta({ description: 'Order total' }),
    kept: z.int().meta({ description: 'Seconds that are restored if the dispute is won' }),
    evidence,
    files: z.array(z.string()).meta({
      description: 'Names of the files attached to the evidence; empty if it cannot be submitted',
      example: ['INV-7.pdf', 'tickets.pdf'],
    }),
    revision,
    collected_at: timestamp.nullable().meta({
      description: 'When the shop collects its evidence; null once it has',
    }),
    answerable: z.boolean().meta({ description: 'Evidence can be edited and submitted' }),
    answer: z
      .enum(['submitted', 'accepted'])
      .nullable()
      .meta({ description: 'Final, once the provider has accepted it' }),
    answered_by: z.string().nullable(),
    answered_at: timestamp.nullable().meta({
      description: 'When the provider accepted the response; null while it is being sent',
    }),
    asked_error: z.string().nullable().meta({ description: 'Why the provider did not respond' }),
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
    kept: z.int().meta({ description: 'Seconds that were frozen and are not restored' }),
    part: z.boolean().meta({ description: 'It covers only part of the order; the rest continues' }),
  })
  .meta({ id: 'AcceptEffects' })
export type AcceptEffects = z.input<typeof acceptEffects>

export const disputeRefusals = refusals({
  unknown_dispute: [404, 'Dispute not found'],
  dispute_over: [409, 'The bank has decided this dispute or accepts no more evidence'],
  dispute_answered: [409, 'This dispute already has a response'],
})

const evidenceRefusals = refusals({
  no_evidence: [422, 'Fill in at least one field before you submit'],
})

const acceptRefusals = refusals({
  refund_undecided: [
    409,
    'Stripe is still processing a refund of this order, so the dispute cannot be accepted yet. Try again when the refund has finished.',
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
    summary: 'List disputes',
    description: 'Disputes that need a response first, by deadline; then the others, newest first.',
    query: z.object({ state: z.enum(disputeFilters).optional(), ...paged(25) }),
    result: z.object({ disputes: z.array(listedDispute), total: z.int() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin/disputes/{id}',
    who: 'staff',
    can: 'view_disputes',
    summary: 'Read a dispute with its evidence',
    params,
    result: staffDispute,
    refusals: disputeRefusals,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/admin/disputes/{id}/evidence',
    who: 'staff',
    can: 'answer_disputes',
    summary: 'Edit the evidence of a dispute',
    description:
      'Only the fields that are sent change. Nothing is sent to the bank until you submit.',
    limit,
    params,
    body: enteredEvidence.extend({ revision: seenRevision }),
    result: staffDispute,
    refusals: {
      ...disputeRefusals,
      ...revisionRefusals,
      ...refusals({
        evidence_too_long: [
          422,
          `All fields together can have at most ${mostOfAllEvidence} characters. They have {over} too many`,
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
      'Final: a bank accepts evidence only once. The response is stored first and then sent to the provider, with retries if the provider does not respond.',
    limit,
    params,
    body: z.object({
      revision: revision.meta({ description: 'Revision of the reviewed evidence' }),
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
    description: 'Final: the dispute is lost immediately, and the customer keeps the money.',
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
    summary: 'Preview accepting a dispute',
    description:
      'Runs the action in a transaction that is rolled back: nothing changes and the bank is not notified.',
    limit,
    params,
    result: acceptEffects,
    refusals: { ...disputeRefusals, ...acceptRefusals },
  }),
}
