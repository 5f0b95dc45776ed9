import type { DisputeOpening, DisputeState } from '#contract/selling/disputes.ts'
import type { Tone } from '../../ui/badge.tsx'

export const disputeStates: Record<DisputeState, { label: string; tone: Tone }> = {
  warning: { label: 'Inquiry', tone: 'warning' },
  needs_response: { label: 'Needs response', tone: 'danger' },
  under_review: { label: 'Under review', tone: 'warning' },
  won: { label: 'Won', tone: 'success' },
  lost: { label: 'Lost', tone: 'danger' },
  withdrawn: { label: 'Withdrawn', tone: 'success' },
}

const openings: Record<DisputeOpening, string> = {
  frozen: 'Frozen',
  revoked: 'Revoked',
  left: 'Still running',
}

/** Says what happened to the order's access time. */
export function timeOf({
  state,
  opening,
  part,
}: {
  state: DisputeState
  opening: DisputeOpening | null
  part: boolean
}) {
  if (part) return 'The share of the disputed part was revoked; the rest continues'
  if (opening === null) return 'Not changed'
  if (state === 'lost') return 'Revoked'
  if (state === 'won' || state === 'withdrawn')
    return opening === 'left' ? 'Kept running' : 'Returned'
  return openings[opening]
}

const reasons: Record<string, string> = {
  bank_cannot_process: 'Bank could not process the payment',
  credit_not_processed: 'Promised refund not received',
  customer_initiated: 'Requested by the customer',
  duplicate: 'Charged twice',
  fraudulent: 'Fraudulent',
  general: 'No reason given',
  noncompliant: 'Against the card’s rules',
  product_not_received: 'Product not received',
  product_unacceptable: 'Product not as described',
  subscription_canceled: 'Subscription was canceled',
  unrecognized: 'Payment not recognized',
}

/** The label of the provider's reason. An unknown reason is shown as the provider sent it. */
export function reasonOf(reason: string): string {
  const plain = reason.replaceAll('_', ' ')
  return reasons[reason] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}
