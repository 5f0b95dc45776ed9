import type { Subscription } from '#contract/access/subscriptions.ts'

const day = 86_400

/**
 * The days left of a subscription at a time in milliseconds. A day that has begun counts as a whole
 * day. Null if the subscription has expired. Days do not pass while the term is frozen or paused.
 */
export function daysLeft(
  run: Pick<Subscription, 'created_at' | 'term_length'> &
    Partial<Pick<Subscription, 'stands_still_since' | 'paused'>>,
  now: number,
): number | null {
  const { created_at, term_length, stands_still_since: still, paused } = run
  // The length of a pause does not add to the time left.
  const from = paused?.until ?? still
  const at = from ? Date.parse(from) : now
  const seconds = (Date.parse(created_at) - at) / 1000 + term_length
  return seconds < 0 ? null : Math.max(1, Math.ceil(seconds / day))
}
