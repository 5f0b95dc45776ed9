import type { RenewalState } from '#contract/access/card-renewal.ts'
import type { RenewalCharge } from '#contract/selling/staff-orders.ts'
import { inTime, lasting } from './in-time.ts'

export type Period = {
  charge:
    | (Pick<RenewalCharge, 'status' | 'code' | 'decline_code'> & { created_at: Date })
    | undefined
  /** The renewal that waits for the payment. Undefined once it has ended, stopped or is held. */
  waiting:
    | { state: RenewalState; due_at: Date | null; gives_up_at: Date | null; resting: boolean }
    | undefined
}

export function whyUnpaid({ charge, waiting }: Period, now: Date): string {
  if (!waiting) return `${withoutNext(charge)}; the renewal no longer waits for this payment.`
  const again = waiting.due_at ? `, checked again ${inTime(waiting.due_at, now)}` : ''
  switch (charge?.status) {
    case undefined:
      return `No card was charged because the renewal has none${untilOf(waiting, now)}.`
    case 'asked':
      return `Stripe received the charge ${lasting(charge!.created_at, now)} ago and has not responded${again}.`
    case 'processing':
      return `The bank is still processing the renewal payment${again}.`
    case 'needs_action':
      return `The bank requires the customer to confirm the renewal payment${untilOf(waiting, now)}.`
    default:
      return `${withoutNext(charge)}; ${nextOf(waiting, now)}.`
  }
}

function withoutNext(charge: Period['charge']): string {
  switch (charge?.status) {
    case undefined:
      return 'No card was charged for this renewal'
    case 'declined': {
      const code = charge.decline_code ?? charge.code
      return code ? `The card was declined (${code})` : 'The card was declined'
    }
    case 'canceled':
      return 'The card charge was canceled'
    case 'needs_action':
      return 'The bank required the customer to confirm the payment'
    default:
      return 'Stripe received the charge and has not responded'
  }
}

type Waiting = NonNullable<Period['waiting']>

function nextOf({ state, due_at: at, gives_up_at: end, resting }: Waiting, now: Date): string {
  if (state === 'charging') return 'it is being charged now'
  if (resting) return 'no retries while the time is paused'
  if (at && (!end || at < end)) return `retried ${inTime(at, now)}`
  return `no automatic retry${untilOf({ gives_up_at: end, resting }, now)}`
}

const untilOf = (
  { gives_up_at: end, resting }: Pick<Waiting, 'gives_up_at' | 'resting'>,
  now: Date,
) => (end && !resting ? `, ends ${inTime(end, now)}` : '')
