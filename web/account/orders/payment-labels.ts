import type { PaymentStatus } from '#contract/orders.ts'

/** What a state of an order is called wherever somebody reads it. */
export const paymentLabels: Record<PaymentStatus, string> = {
  waiting: 'Waiting',
  confirming: 'Confirming',
  partially_paid: 'Partially paid',
  finished: 'Finished',
  expired: 'Expired',
  failed: 'Failed',
  refunded: 'Refunded',
  disputed: 'Disputed',
}
