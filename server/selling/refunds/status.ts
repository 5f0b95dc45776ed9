import type { RefundStatus } from '#contract/selling/refunds.ts'

/** A part of a lost dispute that an appeal returned counts as failed. */
type RefundEvent = Exclude<RefundStatus, 'asked'>

type Transitions = Record<RefundStatus, Partial<Record<RefundEvent, RefundEvent>>>

/** Reports arrive late, twice and out of order. Enforced by the trigger `refunds_follow`. */
export const refundTransitions: Transitions = {
  asked: { pending: 'pending', succeeded: 'succeeded', failed: 'failed', canceled: 'canceled' },
  pending: { succeeded: 'succeeded', failed: 'failed', canceled: 'canceled' },
  // The customer's bank can return a refund days after the provider has sent it.
  succeeded: { failed: 'failed', canceled: 'canceled' },
  // A refund is never sent again. Staff create another one.
  failed: {},
  canceled: {},
}
