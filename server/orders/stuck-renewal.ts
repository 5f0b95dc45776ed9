import type { RenewalState } from '#contract/renewals.ts'
import type { RenewalCharge } from '#contract/staff-orders.ts'
import { inTime, lasting } from './in-time.ts'

/** The unpaid order of a renewal's period. */
export type Period = {
  /** The latest charge. */
  charge:
    | (Pick<RenewalCharge, 'status' | 'code' | 'decline_code'> & { created_at: Date })
    | undefined
  /** The renewal that waits for the payment. Undefined once it has ended, stopped or is held. */
  waiting:
    | { state: RenewalState; due_at: Date | null; gives_up_at: Date | null; resting: boolean }
    | undefined
}

/** Returns the outcome of the latest charge of a period and the next automatic action. */
export function whyUnpaid({ charge, waiting }: Period, now: Date): string {
  if (!waiting) return `${withoutNext(charge)}; the renewal does not wait for it any more.`
  const again = waiting.due_at ? `, asked again ${inTime(waiting.due_at, now)}` : ''
  switch (charge?.status) {
    case undefined:
      return `No card was asked: the renewal has none${untilOf(waiting, now)}.`
    case 'asked':
      return `Stripe was asked ${lasting(charge!.created_at, now)} ago and has not answered${again}.`
    case 'processing':
      return `The bank has not said yet whether the money of the renewal comes${again}.`
    case 'needs_action':
      return `The bank wants its customer to confirm the renewal’s payment${untilOf(waiting, now)}.`
    default:
      return `${withoutNext(charge)}; ${nextOf(waiting, now)}.`
  }
}

function withoutNext(charge: Period['charge']): string {
  switch (charge?.status) {
    case undefined:
      return 'No card was asked for this renewal'
    case 'declined': {
      const code = charge.decline_code ?? charge.code
      return code ? `The card was declined (${code})` : 'The card was declined'
    }
    case 'canceled':
      return 'The charge of the card was taken back'
    case 'needs_action':
      return 'The bank wanted its customer to confirm the payment'
    default:
      return 'Stripe was asked for the renewal and has not answered'
  }
}

type Waiting = NonNullable<Period['waiting']>

function nextOf({ state, due_at: at, gives_up_at: end, resting }: Waiting, now: Date): string {
  if (state === 'charging') return 'it is being charged again'
  if (resting) return 'not tried again while its time rests'
  if (at && (!end || at < end)) return `tried again ${inTime(at, now)}`
  return `not tried again by itself${untilOf({ gives_up_at: end, resting }, now)}`
}

const untilOf = (
  { gives_up_at: end, resting }: Pick<Waiting, 'gives_up_at' | 'resting'>,
  now: Date,
) => (end && !resting ? `, given up ${inTime(end, now)}` : '')
