import { evidenceDays } from '#contract/licensing/staff-evidence.ts'
import type { RetentionRule } from '#server/kernel/database/retention.ts'

/** A separate job deletes the files themselves, as they are in the file storage (jobs.ts). */
export const evidenceRetention: readonly RetentionRule[] = [
  {
    what: 'Records of deleted evidence files',
    table: 'evidence',
    since: 'deleted_at',
    keeps: `${evidenceDays} days`,
  },
]
