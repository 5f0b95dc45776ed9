import { evidenceDays } from '#contract/staff-evidence.ts'
import type { RetentionRule } from '#server/kernel/retention.ts'

/** The files themselves go by a job of their own, as they are in the store (jobs.ts). */
export const evidenceRetention: readonly RetentionRule[] = [
  {
    what: 'That a leaked file was kept, and why it was deleted',
    table: 'evidence',
    since: 'deleted_at',
    keeps: `${evidenceDays} days`,
  },
]
