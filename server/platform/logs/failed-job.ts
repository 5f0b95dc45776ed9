import type { Database } from '#server/kernel/database/database.ts'
import type { FailedJob } from '#server/kernel/jobs/lane.ts'
import { writeLog } from './log.ts'
import { withoutAddresses } from './without-addresses.ts'

export function logFailedJob(db: Database, failed: FailedJob) {
  const details = { ...failed, error: withoutAddresses(failed.error, 300) }
  return writeLog(db, { source: 'job', level: 'error', message: 'Job failed permanently', details })
}
