import type { Subscription } from '#contract/subscriptions.ts'

const day = 86_400

/**
 * Days that are left of a subscription at a time in milliseconds, a day begun counting whole; null
 * once it has expired. They do not pass while its time stands still.
 */
export function daysLeft(
  run: Pick<Subscription, 'created_at' | 'term_length'> &
    Partial<Pick<Subscription, 'stands_still_since'>>,
  now: number,
): number | null {
  const { created_at, term_length, stands_still_since: still } = run
  const at = still ? Date.parse(still) : now
  const seconds = (Date.parse(created_at) - at) / 1000 + term_length
  return seconds < 0 ? null : Math.max(1, Math.ceil(seconds / day))
}
