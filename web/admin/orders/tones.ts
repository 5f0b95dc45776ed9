import type { PaymentStatus } from '#contract/selling/orders.ts'
import type { Tone } from '../../ui/badge.tsx'

const tones: Partial<Record<PaymentStatus, Tone>> = {
  finished: 'success',
  waiting: 'warning',
  confirming: 'warning',
  partially_paid: 'warning',
  // The order was not paid, but nothing went wrong. The customer sees the same colour.
  expired: 'warning',
}

export const toneOf = (status: PaymentStatus): Tone => tones[status] ?? 'danger'
