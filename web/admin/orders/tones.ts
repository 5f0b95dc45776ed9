import type { PaymentStatus } from '#contract/orders.ts'
import type { Tone } from '../../ui/badge.tsx'

const tones: Partial<Record<PaymentStatus, Tone>> = {
  finished: 'success',
  waiting: 'warning',
  confirming: 'warning',
  partially_paid: 'warning',
  // Nobody paid, and nothing went wrong; its customer reads it in the same colour.
  expired: 'warning',
}

export const toneOf = (status: PaymentStatus): Tone => tones[status] ?? 'danger'
