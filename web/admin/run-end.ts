import type { UserSubscription } from '#contract/user-history.ts'

/** When a subscription runs out, in milliseconds since 1970. */
export function endOf({ created_at, term_length }: UserSubscription): number {
  return Date.parse(created_at) + term_length * 1000
}

/** What comes next of a subscription and when: only a card renews one. */
export function nextOf(run: UserSubscription, now: number) {
  const end = endOf(run)
  if (end <= now) return { word: 'Ended on', at: end }
  if (run.renewal) return { word: 'Renews on', at: Date.parse(run.renewal.at) }
  return { word: 'Ends on', at: end }
}
