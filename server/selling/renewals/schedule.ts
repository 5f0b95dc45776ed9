import { aheadOf, atLocal } from '#contract/wire/time-zone.ts'
import type { CardDeclined } from '#server/adapters/payments/saved-cards.ts'

/** `renewal_retry_days` (default: days 1, 3, 5 and 7) and `renewal_give_up_days` (default: 14). */
export type Schedule = { retryDays: readonly number[]; giveUpDays: number; timeZone: string }

const day = 86_400_000

/** Retrying these would harm the shop's reputation with the banks. Only another card helps. */
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

export function isHard({ code, declineCode, adviceCode }: CardDeclined): boolean {
  if (adviceCode === 'do_not_try_again' || adviceCode === 'confirm_card_data') return true
  return hardCodes.has(code) || (declineCode !== null && hardCodes.has(declineCode))
}

export const givesUpAt = (failedAt: Date, { giveUpDays }: Schedule) =>
  new Date(failedAt.getTime() + giveUpDays * day)

/** On the mornings of the configured days. Null if none is left before the renewal ends. */
export function nextTry(failedAt: Date, now: Date, schedule: Schedule): Date | null {
  const tries = schedule.retryDays.map((days) =>
    morningOf(new Date(failedAt.getTime() + days * day), schedule.timeZone),
  )
  const next = tries.find((each) => each > now)
  return next && next < givesUpAt(failedAt, schedule) ? next : null
}

/** Returns nine in the morning of the day of `at` in this time zone. */
export function morningOf(at: Date, timeZone: string): Date {
  const local = new Date(at.getTime() + aheadOf(at, timeZone))
  const nine = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate(), 9)
  return atLocal(nine, timeZone)
}
