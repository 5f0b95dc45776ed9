import type { RetentionRule } from '#server/kernel/retention.ts'

export const setupRetention: readonly RetentionRule[] = [
  // Links of killed processes, and links that nobody used.
  { what: 'Setup links that are over', table: 'setup_links', since: 'expires_at', keeps: '0 days' },
]
