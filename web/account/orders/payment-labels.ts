import type { PaymentStatus } from '#contract/selling/orders.ts'

/** The label of each payment status, wherever it is shown. */
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
