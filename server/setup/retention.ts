import type { RetentionRule } from '#server/kernel/retention.ts'

export const setupRetention: readonly RetentionRule[] = [
  // Those of processes that were killed, and those that nobody followed.
  { what: 'Setup links that are over', table: 'setup_links', since: 'expires_at', keeps: '0 days' },
]
