import type { Subscription } from '#contract/subscriptions.ts'

const day = 86_400

/**
 * Days that are left of a subscription at a time in milliseconds, a day begun counting whole; null
 * once it has expired.
 */
export function daysLeft(
  { created_at, term_length }: Pick<Subscription, 'created_at' | 'term_length'>,
  now: number,
): number | null {
  const seconds = Date.parse(created_at) / 1000 + term_length - now / 1000
  return seconds < 0 ? null : Math.max(1, Math.ceil(seconds / day))
}
