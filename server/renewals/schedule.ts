import { aheadOf, atLocal } from '#contract/time-zone.ts'
import type { CardDeclined } from '#server/adapters/payments/saved-cards.ts'

/** When a payment that failed is tried again and given up, as the operator has set it. */
export type Schedule = { retryDays: readonly number[]; giveUpDays: number; timeZone: string }

const day = 86_400_000

/** What only another card mends, as the banks say it; asking again would cost the shop its good name. */
const hardCodes = new Set([
  'card_gone',
  'expired_card',
  'incorrect_number',
  'invalid_account',
  'invalid_number',
  'lost_card',
  'new_account_information_available',
  'no_account',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stolen_card',
  'stop_payment_order',
])

/** Whether the same card is not to be asked again. */
export function isHard({ code, declineCode, adviceCode }: CardDeclined): boolean {
  if (adviceCode === 'do_not_try_again' || adviceCode === 'confirm_card_data') return true
  return hardCodes.has(code) || (declineCode !== null && hardCodes.has(declineCode))
}

export const givesUpAt = (failedAt: Date, { giveUpDays }: Schedule) =>
  new Date(failedAt.getTime() + giveUpDays * day)

/**
 * The next try of a payment that failed first at `failedAt`: on the mornings of the days that are set.
 * Null when none is left before it is given up.
 */
export function nextTry(failedAt: Date, now: Date, schedule: Schedule): Date | null {
  const tries = schedule.retryDays.map((days) =>
    morningOf(new Date(failedAt.getTime() + days * day), schedule.timeZone),
  )
  const next = tries.find((each) => each > now)
  return next && next < givesUpAt(failedAt, schedule) ? next : null
}

/** Nine in the morning, in this time zone, of the day that `at` falls on. */
export function morningOf(at: Date, timeZone: string): Date {
  const local = new Date(at.getTime() + aheadOf(at, timeZone))
  const nine = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate(), 9)
  return atLocal(nine, timeZone)
}
