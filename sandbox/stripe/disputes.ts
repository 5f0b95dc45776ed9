import type Stripe from 'stripe'
import { objectId, unixNow } from '../ids.ts'
import { invalidRequest } from './errors.ts'
import type { World } from './world.ts'

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/** The card's owner says that they did not buy this; the money is taken back meanwhile. */
export function openDispute(world: World, subject: string, charge: Stripe.Charge): Stripe.Dispute {
  if (charge.disputed) throw invalidRequest(`Charge ${charge.id} has already been disputed.`)
  const dispute: Stripe.Dispute = {
    id: objectId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: unixNow(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: unixNow() + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      type: 'card',
      card: {
        brand: 'visa',
        case_type: 'chargeback',
        network: 'visa',
        network_reason_code: '10.4',
      },
    },
    reason: 'fraudulent',
    status: 'needs_response',
  }
  world.disputes.put(dispute.id, dispute)
  world.charges.update(charge.id, { disputed: true })
  world.emit('charge.dispute.created', dispute, { subject })
  world.emit('charge.dispute.funds_withdrawn', dispute, { subject })
  return dispute
}

export function closeDispute(
  world: World,
  subject: string,
  charge: Stripe.Charge,
  status: 'won' | 'lost',
): Stripe.Dispute {
  const open = world.disputes
    .all()
    .find((dispute) => dispute.charge === charge.id && dispute.status === 'needs_response')
  if (!open) throw invalidRequest(`Charge ${charge.id} has no open dispute.`)
  const dispute = world.disputes.update(open.id, { status })
  world.emit('charge.dispute.closed', dispute, { subject, previous: { status: open.status } })
  if (status === 'won') world.emit('charge.dispute.funds_reinstated', dispute, { subject })
  return dispute
}
