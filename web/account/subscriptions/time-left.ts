import type { Subscription } from '#contract/subscriptions.ts'

const day = 86_400

/**
 * Days that are left of a subscription at a time in milliseconds, a day begun counting whole; null
 * once it has expired. They do not pass while its time stands still or is paused.
 */
export function daysLeft(
  run: Pick<Subscription, 'created_at' | 'term_length'> &
    Partial<Pick<Subscription, 'stands_still_since' | 'paused'>>,
  now: number,
): number | null {
  const { created_at, term_length, stands_still_since: still, paused } = run
  // What a pause adds is no time that is left.
  const from = paused?.until ?? still
  const at = from ? Date.parse(from) : now
  const seconds = (Date.parse(created_at) - at) / 1000 + term_length
  return seconds < 0 ? null : Math.max(1, Math.ceil(seconds / day))
}
