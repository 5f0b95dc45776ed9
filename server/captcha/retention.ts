import type { RetentionRule } from '#server/kernel/retention.ts'

export const captchaRetention: readonly RetentionRule[] = [
  {
    what: 'Captchas that were solved',
    table: 'spent_captchas',
    since: 'expires_at',
    keeps: '0 days',
    every: 'hour',
  },
]
