import { evidenceDays } from '#contract/staff-evidence.ts'
import type { RetentionRule } from '#server/kernel/retention.ts'

/** A separate job deletes the files themselves, as they are in the file storage (jobs.ts). */
export const evidenceRetention: readonly RetentionRule[] = [
  {
    what: 'That a leaked file was kept, and why it was deleted',
    table: 'evidence',
    since: 'deleted_at',
    keeps: `${evidenceDays} days`,
  },
]
