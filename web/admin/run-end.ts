import type { StaffSubscription } from '#contract/access/staff-subscriptions.ts'

/** The expiry of a subscription, in milliseconds since 1970. */
export function endOf({ created_at, term_length }: StaffSubscription): number {
  return Date.parse(created_at) + term_length * 1000
}

/** Whether the subscription gives access: it has not expired, or its time is frozen. */
export const isRunning = (run: StaffSubscription, now: number) =>
  run.stands_still_since !== null || endOf(run) > now

/**
 * The next event of a subscription and its time: a renewal by card, or the expiry. Null for a
 * lifetime.
 */
export function nextOf(run: StaffSubscription, now: number) {
  if (run.lifetime) return null
  if (run.paused) return { word: 'Paused by the customer until', at: Date.parse(run.paused.until) }
  if (run.stands_still_since !== null)
    return { word: 'Time frozen since', at: Date.parse(run.stands_still_since) }
  const end = endOf(run)
  if (end <= now && run.held) return { word: 'Held for a dispute since', at: end }
  if (end <= now) return { word: 'Expired on', at: end }
  const { renewal } = run
  if (renewal?.next_charge) return { word: 'Renews on', at: Date.parse(renewal.next_charge) }
  if (renewal?.state === 'retrying' || renewal?.state === 'needs_action')
    return { word: 'Renewal unpaid, expires on', at: end }
  return { word: 'Expires on', at: end }
}
