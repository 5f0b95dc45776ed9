import type { RetentionRule } from '#server/kernel/database/retention.ts'

export const captchaRetention: readonly RetentionRule[] = [
  {
    what: 'Solved captchas',
    table: 'spent_captchas',
    since: 'expires_at',
    keeps: '0 days',
    every: 'hour',
  },
]
