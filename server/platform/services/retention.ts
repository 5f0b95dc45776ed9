import type { RetentionRule } from '#server/kernel/database/retention.ts'

export const serviceRetention: readonly RetentionRule[] = [
  // The shop must not retain these keys, sealed or not: they were never proven to work.
  {
    what: 'Service keys that were tested and not saved',
    table: 'service_trials',
    since: 'expires_at',
    keeps: '0 days',
  },
]
