import type { StaffSubscription } from '#contract/staff-subscriptions.ts'

/** When a subscription runs out, in milliseconds since 1970. */
export function endOf({ created_at, term_length }: StaffSubscription): number {
  return Date.parse(created_at) + term_length * 1000
}

/** What comes next of a subscription and when: only a card renews one. Null of one without end. */
export function nextOf(run: StaffSubscription, now: number) {
  if (run.lifetime) return null
  const end = endOf(run)
  if (end <= now) return { word: 'Ended on', at: end }
  if (run.renewal) return { word: 'Renews on', at: Date.parse(run.renewal.at) }
  return { word: 'Ends on', at: end }
}
