import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { CardDispute, CardProvider, ToldDispute } from './card-provider.ts'
import type { Observed } from './payments.ts'
import { asked } from './stripe-failures.ts'

const idOf = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

const dateOf = (seconds: number) => new Date(seconds * 1000)

export function disputeOf(dispute: Stripe.Dispute): CardDispute {
  const { id, amount, created, reason, status, payment_intent } = dispute
  const { due_by: due, submission_count: submissions } = dispute.evidence_details
  return {
    id,
    paymentIntentId: idOf(payment_intent),
    told: told[status] ?? 'under_review',
    reason,
    networkReason:
      dispute.network_reason_code ??
      dispute.payment_method_details?.card?.network_reason_code ??
      null,
    amountCents: amount,
    // Zero if the bank accepts no response.
    dueAt: due ? dateOf(due) : null,
    openedAt: dateOf(created),
    submissions,
  }
}

/** A status that the shop does not know counts as under review until a known one follows. */
const told: Record<string, ToldDispute | undefined> = {
  warning_needs_response: 'warning',
  warning_under_review: 'warning',
  warning_closed: 'withdrawn',
  prevented: 'withdrawn',
  needs_response: 'needs_response',
  under_review: 'under_review',
  appeal_needs_response: 'appealed',
  appeal_under_review: 'appealed',
  won: 'won',
  lost: 'lost',
} satisfies Partial<Record<Stripe.Dispute.Status, ToldDispute>>

/** An inquiry or a withdrawn dispute takes no money. An appealed dispute was lost. */
export function observedOfDisputes(disputes: readonly CardDispute[]): Observed {
  switch (disputes.at(-1)?.told) {
    case 'won':
      return 'dispute_won'
    case 'lost':
    case 'appealed':
      return 'dispute_lost'
    case 'needs_response':
    case 'under_review':
      return 'disputed'
    default:
      return 'finished'
  }
}

type Disputes = Pick<
  CardProvider,
  | 'readDispute'
  | 'readFraudWarning'
  | 'readChecks'
  | 'submitEvidence'
  | 'uploadEvidence'
  | 'acceptDispute'
>

export function openDisputes(stripe: Stripe): Disputes {
  return {
    readDispute: async (id) => disputeOf(await asked(() => stripe.disputes.retrieve(id))),

    async readFraudWarning(id) {
      const { fraud_type, created, payment_intent } = await asked(() =>
        stripe.radar.earlyFraudWarnings.retrieve(id),
      )
      const paymentIntentId = idOf(payment_intent)
      return { id, paymentIntentId, fraudType: fraud_type, warnedAt: dateOf(created) }
    },

    async readChecks(id) {
      const { latest_charge: charge } = await asked(() =>
        stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
      )
      const { created, payment_method_details: paid } = (charge ?? {}) as Stripe.Charge
      const card = paid?.card
      if (!card) return null
      const { result, version } = card.three_d_secure ?? {}
      return {
        threeDSecure: result ? { result, version: version ?? null } : null,
        securityCode: card.checks?.cvc_check ?? null,
        postalCode: card.checks?.address_postal_code_check ?? null,
        country: card.country,
        paidAt: dateOf(created),
      }
    },

    async submitEvidence(id, evidence, key) {
      const written = Object.entries(evidence).filter(([, text]) => text)
      const update = { evidence: Object.fromEntries(written), submit: true }
      return disputeOf(
        await asked(() => stripe.disputes.update(id, update, { idempotencyKey: key })),
      )
    },

    async uploadEvidence(name, pdf) {
      const file = { name, data: pdf, type: 'application/pdf' }
      const idempotencyKey = `evidence ${createHash('sha256').update(name).update(pdf).digest('hex')}`
      const { id } = await asked(() =>
        stripe.files.create({ purpose: 'dispute_evidence', file }, { idempotencyKey }),
      )
      return id
    },

    acceptDispute: async (id) => disputeOf(await asked(() => stripe.disputes.close(id))),
  }
}
