import type { PaymentStatus } from '#contract/orders.ts'
import type { Observed } from '#server/adapters/payments/payments.ts'

/**
 * An event that can change an order: one of its payment or a refund, or the end of its time to pay. One
 * that `failed_seen` failed after money was seen of it.
 */
export type OrderEvent = Observed | 'window_over' | 'refund_failed' | 'failed_seen'

const money = ['finished', 'refunded', 'disputed', 'dispute_won', 'dispute_lost'] as const
const underway = ['confirming', 'partially_paid'] as const

/**
 * The events that an order in each status reacts to. Events arrive late, twice and out of order, so
 * a status never goes back to an earlier one, and money that arrives after the payment window still
 * counts. Only a dispute that was won, never an older `finished`, takes a disputed order back.
 */
const reactsTo: Record<PaymentStatus, readonly OrderEvent[]> = {
  waiting: [...underway, ...money, 'expired', 'failed', 'failed_seen', 'window_over'],
  confirming: ['partially_paid', ...money, 'expired', 'failed', 'failed_seen'],
  partially_paid: ['confirming', ...money, 'failed', 'failed_seen'],
  // Whoever sent something is to be told, also where nothing was heard of it in time.
  expired: [...underway, ...money, 'failed_seen'],
  failed: [...underway, ...money],
  finished: ['refunded', 'disputed', 'dispute_lost'],
  disputed: ['refunded', 'dispute_won'],
  refunded: ['refund_failed'],
}

const leadsTo: Partial<Record<OrderEvent, PaymentStatus>> = {
  window_over: 'expired',
  failed_seen: 'failed',
  dispute_won: 'finished',
  dispute_lost: 'disputed',
  refund_failed: 'finished',
}

/** The status of an order after an event. */
export function advance(from: PaymentStatus, event: OrderEvent): PaymentStatus {
  if (!reactsTo[from].includes(event)) return from
  return leadsTo[event] ?? (event as PaymentStatus)
}
