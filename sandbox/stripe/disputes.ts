import type Stripe from 'stripe'
import { objectId, unixNow } from '../ids.ts'
import { noEvidence } from './dispute-evidence.ts'
import { invalidRequest } from './errors.ts'
import type { World } from './world.ts'

export type DisputeDetails = {
  /** In units, not cents. If missing, the whole charge. */
  amount?: number | undefined
  reason?: string | undefined
  /** The deadline for evidence, in days from now. If missing, a week. */
  due?: number | undefined
}

/**
 * The cardholder disputes the purchase. The money is withdrawn, unless the bank opens an inquiry
 * first.
 */
export function openDispute(
  world: World,
  subject: string,
  charge: Stripe.Charge,
  { amount, reason = 'fraudulent', due = 7 }: DisputeDetails = {},
  inquiry = false,
): Stripe.Dispute {
  if (charge.disputed || openOf(world, charge))
    throw invalidRequest(`Charge ${charge.id} has already been disputed.`)
  const dispute: Stripe.Dispute = {
    id: objectId('du'),
    object: 'dispute',
    amount: amount === undefined ? charge.amount : Math.round(amount * 100),
    balance_transactions: [],
    charge: charge.id,
    created: unixNow(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: unixNow() + Math.round(due * 86_400),
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      type: 'card',
      card: {
        brand: 'visa',
        case_type: inquiry ? 'inquiry' : 'chargeback',
        network: 'visa',
        network_reason_code: '10.4',
      },
    },
    reason,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
  }
  world.disputes.put(dispute.id, dispute)
  world.emit('charge.dispute.created', dispute, { subject })
  if (!inquiry) withdraw(world, subject, dispute)
  return dispute
}

function withdraw(world: World, subject: string, dispute: Stripe.Dispute) {
  world.charges.update(String(dispute.charge), { disputed: true })
  world.emit('charge.dispute.funds_withdrawn', dispute, { subject })
}

const closed: readonly string[] = ['won', 'lost', 'warning_closed', 'prevented']

const openOf = (world: World, charge: Stripe.Charge) =>
  world.disputes
    .all()
    .findLast((dispute) => dispute.charge === charge.id && !closed.includes(dispute.status))

/** The cents of a charge that banks took permanently, or undefined while a dispute is undecided. */
export function takenByBanks(world: World, charge: Stripe.Charge): number | undefined {
  const disputes = world.disputes.all().filter((dispute) => dispute.charge === charge.id)
  if (charge.disputed && disputes.some(({ status }) => !closed.includes(status))) return undefined
  const lost = disputes.filter(({ status }) => status === 'lost')
  return lost.reduce((sum, { amount }) => sum + amount, 0)
}

const lastOf = (world: World, charge: Stripe.Charge) =>
  world.disputes.all().findLast((dispute) => dispute.charge === charge.id)

function change(
  world: World,
  subject: string,
  dispute: Stripe.Dispute,
  status: Stripe.Dispute.Status,
  type: 'charge.dispute.closed' | 'charge.dispute.updated',
) {
  const after = world.disputes.update(dispute.id, { status })
  world.emit(type, after, { subject, previous: { status: dispute.status } })
  return after
}

/** Closes a withdrawn inquiry. A withdrawn dispute is closed as won, as at Stripe. */
export function closeDispute(
  world: World,
  subject: string,
  charge: Stripe.Charge,
  end: 'won' | 'lost' | 'withdrawn',
): Stripe.Dispute {
  const dispute = openOf(world, charge) ?? appealed(world, charge, end)
  if (!dispute) throw invalidRequest(`Charge ${charge.id} has no open dispute.`)
  const inquiry = dispute.status.startsWith('warning_')
  const status = end === 'lost' ? 'lost' : inquiry ? 'warning_closed' : 'won'
  const after = change(world, subject, dispute, status, 'charge.dispute.closed')
  if (status === 'won') world.emit('charge.dispute.funds_reinstated', after, { subject })
  return after
}

/** A lost dispute may still be won. */
function appealed(world: World, charge: Stripe.Charge, end: string) {
  const last = lastOf(world, charge)
  return last?.status === 'lost' && end === 'won' ? last : undefined
}

/** The bank turns the inquiry into a dispute and withdraws the money. */
function escalate(world: World, subject: string, charge: Stripe.Charge) {
  const dispute = openOf(world, charge)
  if (!dispute?.status.startsWith('warning_'))
    throw invalidRequest(`Charge ${charge.id} has no inquiry.`)
  withdraw(
    world,
    subject,
    change(world, subject, dispute, 'needs_response', 'charge.dispute.updated'),
  )
}

/** The card's bank suspects fraud before anyone has disputed the charge. */
function warnOfFraud(world: World, subject: string, charge: Stripe.Charge) {
  const warning: Stripe.Radar.EarlyFraudWarning = {
    id: objectId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: !charge.disputed && !charge.refunded,
    charge: charge.id,
    created: unixNow(),
    fraud_type: 'unauthorized_use_of_card',
    livemode: false,
    ...(charge.payment_intent && { payment_intent: String(charge.payment_intent) }),
  }
  world.fraudWarnings.put(warning.id, warning)
  world.emit('radar.early_fraud_warning.created', warning, { subject })
}

type Act = (world: World, subject: string, charge: Stripe.Charge, details: DisputeDetails) => void

/** The actions of the cardholder and the bank, by the name used in buttons and the control API. */
export const disputeActions: Record<string, Act> = {
  dispute: (...of) => void openDispute(...of),
  'dispute-warning': (...of) => void openDispute(...of, true),
  'dispute-escalate': escalate,
  'dispute-won': (world, subject, charge) => void closeDispute(world, subject, charge, 'won'),
  'dispute-lost': (world, subject, charge) => void closeDispute(world, subject, charge, 'lost'),
  'dispute-withdrawn': (world, subject, charge) =>
    void closeDispute(world, subject, charge, 'withdrawn'),
  'fraud-warning': warnOfFraud,
}

/** The actions that the charge's state allows. */
export function possibleDisputeActions(world: World, charge: Stripe.Charge): string[] {
  const open = openOf(world, charge)
  if (open?.status.startsWith('warning_')) return ['dispute-escalate', 'dispute-withdrawn']
  if (open) return ['dispute-won', 'dispute-lost', 'dispute-withdrawn']
  if (lastOf(world, charge)?.status === 'lost') return ['dispute-won']
  return charge.disputed ? [] : ['dispute', 'dispute-warning', 'fraud-warning']
}
