import type { RetentionRule } from '#server/kernel/retention.ts'
import { browserDays } from './browsers.ts'

export const sessionRetention: readonly RetentionRule[] = [
  {
    what: 'Sessions that are over',
    table: 'sessions',
    since: 'expires_at',
    keeps: '0 days',
    every: 'hour',
  },
  {
    what: 'Names that wait for an address to be verified',
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
    what: 'Second factors that were begun and not confirmed',
    table: 'factor_trials',
    since: 'expires_at',
    keeps: '0 days',
    every: 'hour',
  },
  // A used verification link can be clicked again: for a month, its page says that it was used.
  {
    what: 'Mailed links that are over',
    table: 'mailed_tokens',
    since: 'expires_at',
    keeps: '30 days',
  },
  {
    what: 'Browsers that nobody signed in from',
    table: 'known_browsers',
    since: 'last_seen_at',
    keeps: `${browserDays} days`,
  },
]
