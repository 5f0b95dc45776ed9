import type { RetentionRule } from '#server/kernel/database/retention.ts'
import { browserDays } from './browsers.ts'

export const sessionRetention: readonly RetentionRule[] = [
  {
    what: 'Expired sessions',
    table: 'sessions',
    since: 'expires_at',
    keeps: '0 days',
    every: 'hour',
  },
  {
    what: 'Expired sign-ups with an unverified address',
    table: 'held_signups',
    since: 'expires_at',
    keeps: '0 days',
    every: 'hour',
  },
  {
    what: 'Failed sign-ins',
    table: 'login_failures',
    since: 'failed_at',
    keeps: '1 day',
    every: 'hour',
  },
  {
    what: 'Unconfirmed two-factor setups',
    table: 'factor_trials',
    since: 'expires_at',
    keeps: '0 days',
    every: 'hour',
  },
  // A used verification link can be clicked again: for a month, its page says that it was used.
  {
    what: 'Expired emailed links',
    table: 'mailed_tokens',
    since: 'expires_at',
    keeps: '30 days',
  },
  {
    what: 'Browsers without a sign-in',
    table: 'known_browsers',
    since: 'last_seen_at',
    keeps: `${browserDays} days`,
  },
]
