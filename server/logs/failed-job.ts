import type { Database } from '#server/kernel/database.ts'
import type { FailedJob } from '#server/kernel/jobs.ts'
import { writeLog } from './log.ts'
import { withoutAddresses } from './without-addresses.ts'

/** Tells staff of a job that is not tried again. */
export function logFailedJob(db: Database, failed: FailedJob) {
  const details = { ...failed, error: withoutAddresses(failed.error, 300) }
  return writeLog(db, { source: 'job', level: 'error', message: 'Job gave up', details })
}
