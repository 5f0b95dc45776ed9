import type Stripe from 'stripe'
import * as z from 'zod'
import { invalidRequest } from './errors.ts'
import type { Params } from './form.ts'
import { readParams } from './session-params.ts'
import type { World } from './world.ts'

export const noEvidence: Stripe.Dispute.Evidence = {
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

const long = z.string().max(20_000).optional()
const texts = z.strictObject({
  access_activity_log: long,
  billing_address: z.string().optional(),
  cancellation_policy_disclosure: long,
  cancellation_rebuttal: long,
  customer_communication: z.string().optional(),
  customer_email_address: z.string().optional(),
  customer_name: z.string().optional(),
  customer_purchase_ip: z.string().optional(),
  duplicate_charge_explanation: long,
  duplicate_charge_id: z.string().optional(),
  product_description: long,
  receipt: z.string().optional(),
  refund_policy_disclosure: long,
  refund_refusal_explanation: long,
  service_date: z.string().optional(),
  uncategorized_text: long,
})

const update = z.strictObject({
  evidence: texts.optional(),
  submit: z.enum(['true', 'false']).default('true'),
  metadata: z.record(z.string(), z.string()).optional(),
})

const most = 150_000

/**
 * Evidence is either staged or submitted. It can be submitted only once, and then the bank reviews
 * it.
 */
export function updateDispute(world: World, params: Params, id: string): Stripe.Dispute {
  const { evidence, submit, metadata } = readParams(update, params)
  const dispute = answerable(world, id)
  for (const file of [evidence?.receipt, evidence?.customer_communication])
    if (file && world.files.get(file)?.purpose !== 'dispute_evidence')
      throw invalidRequest(`No such file upload: '${file}'`, { code: 'resource_missing' })
  const all = { ...dispute.evidence, ...evidence }
  const length = Object.values(all).reduce(
    (sum, text) => sum + (typeof text === 'string' ? text.length : 0),
    0,
  )
  if (length > most)
    throw invalidRequest(`The combined character count of all fields is limited to ${most}.`)
  const status =
    dispute.status === 'warning_needs_response' ? 'warning_under_review' : 'under_review'
  const final = submit === 'true'
  const after = world.disputes.update(id, {
    evidence: all,
    ...(metadata && { metadata: { ...dispute.metadata, ...metadata } }),
    ...(final && { status }),
    evidence_details: {
      ...dispute.evidence_details,
      has_evidence: length > 0,
      ...(final && {
        submission_count: dispute.evidence_details.submission_count + 1,
        submission_method: 'manual',
      }),
    },
  })
  world.emit('charge.dispute.updated', after, {
    subject: subjectOf(world, dispute),
    previous: { status: dispute.status },
  })
  return after
}

/** Accepts a dispute, which is then lost immediately. */
export function acceptDispute(world: World, params: Params, id: string): Stripe.Dispute {
  readParams(z.strictObject({}), params)
  const dispute = answerable(world, id)
  const inquiry = dispute.status === 'warning_needs_response'
  const after = world.disputes.update(id, { status: inquiry ? 'warning_closed' : 'lost' })
  world.emit('charge.dispute.closed', after, {
    subject: subjectOf(world, dispute),
    previous: { status: dispute.status },
  })
  return after
}

function answerable(world: World, id: string): Stripe.Dispute {
  const dispute = world.disputes.get(id)
  if (!dispute) throw invalidRequest(`No such dispute: '${id}'`, { code: 'resource_missing' }, 404)
  if (dispute.status !== 'needs_response' && dispute.status !== 'warning_needs_response')
    throw invalidRequest('This dispute is already closed or its evidence was submitted.')
  return dispute
}

/** The subject of its deliveries: the paid session, or the payment. */
function subjectOf(world: World, { payment_intent: intent }: Stripe.Dispute): string {
  const paid = world.sessions.all().find(({ session }) => session.payment_intent === intent)
  return paid?.session.id ?? String(intent)
}
