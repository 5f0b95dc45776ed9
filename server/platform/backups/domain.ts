import type { Domain } from '#server/platform/domain.ts'
import { backupJobs } from './jobs.ts'

export const backups: Domain = {
  jobs: backupJobs,
}
