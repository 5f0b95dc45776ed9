import type { RetentionRule } from '#server/kernel/database/retention.ts'

export const setupRetention: readonly RetentionRule[] = [
  // Links of killed processes, and links that nobody used.
  { what: 'Expired setup links', table: 'setup_links', since: 'expires_at', keeps: '0 days' },
]
