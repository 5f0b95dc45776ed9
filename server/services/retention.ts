import type { RetentionRule } from '#server/kernel/retention.ts'

export const serviceRetention: readonly RetentionRule[] = [
  // Sealed or not, they are none of the shop's: nothing proved them.
  {
    what: 'Keys of services that were tried and not saved',
    table: 'service_trials',
    since: 'expires_at',
    keeps: '0 days',
  },
]
