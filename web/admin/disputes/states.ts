import type { DisputeOpening, DisputeState } from '#contract/disputes.ts'
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
  frozen: 'Time is frozen',
  revoked: 'Time was taken back',
  left: 'Time goes on',
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
  if (part) return 'The share of this part was taken, the rest goes on'
  if (opening === null) return 'Nothing was done to it'
  if (state === 'lost') return 'Taken with the payment'
  if (state === 'won' || state === 'withdrawn') return opening === 'left' ? 'Went on' : 'Given back'
  return openings[opening]
}

const reasons: Record<string, string> = {
  bank_cannot_process: 'The bank cannot process it',
  credit_not_processed: 'A promised refund did not come',
  customer_initiated: 'The customer asked their bank',
  duplicate: 'Charged twice',
  fraudulent: 'Fraudulent',
  general: 'No reason given',
  noncompliant: 'Against the rules of the card',
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
