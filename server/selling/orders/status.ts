import type { PaymentStatus } from '#contract/selling/orders.ts'
import type { Observed } from '#server/adapters/payments/payments.ts'

/**
 * `failed_seen`: the payment failed after money was seen. `too_little`: hardly any money had
 * arrived a day after the payment window.
 */
export type OrderEvent = Observed | 'window_over' | 'too_little' | 'refund_failed' | 'failed_seen'

const money = ['finished', 'refunded', 'disputed', 'dispute_won', 'dispute_lost'] as const
const underway = ['confirming', 'partially_paid'] as const

/** Events arrive late, twice and out of order: an old `finished` must not undo a dispute. */
const reactsTo: Record<PaymentStatus, readonly OrderEvent[]> = {
  waiting: [...underway, ...money, 'expired', 'failed', 'failed_seen', 'window_over'],
  confirming: ['partially_paid', ...money, 'expired', 'failed', 'failed_seen', 'too_little'],
  partially_paid: ['confirming', ...money, 'failed', 'failed_seen', 'too_little'],
  // A customer who sent money is notified, even if the shop learns of the money too late.
  expired: [...underway, ...money, 'failed_seen'],
  failed: [...underway, ...money],
  finished: ['refunded', 'disputed', 'dispute_lost'],
  disputed: ['refunded', 'dispute_won'],
  refunded: ['refund_failed'],
}

const leadsTo: Partial<Record<OrderEvent, PaymentStatus>> = {
  window_over: 'expired',
  too_little: 'expired',
  failed_seen: 'failed',
  dispute_won: 'finished',
  dispute_lost: 'disputed',
  refund_failed: 'finished',
}

export function advance(from: PaymentStatus, event: OrderEvent): PaymentStatus {
  if (!reactsTo[from].includes(event)) return from
  return leadsTo[event] ?? (event as PaymentStatus)
}
