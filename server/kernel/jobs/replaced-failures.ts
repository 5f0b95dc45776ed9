import type { Job as QueuedJob } from 'graphile-worker'
import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import type { Job } from './jobs.ts'

/** The next scheduled run is the next attempt, so a failed run needs no retry of its own. */
const isRepeated = ({ cron, attempts }: Job) => cron !== undefined && attempts === 1

/** Keeps only the latest failure of a scheduled job, and none once the job succeeds. */
export async function removeReplacedFailures(db: Database, jobs: readonly Job[], ended: QueuedJob) {
  const declared = jobs.find(({ name }) => name === ended.task_identifier)
  if (!declared || !isRepeated(declared)) return
  await sql`
    delete from graphile_worker._private_jobs as job using graphile_worker._private_tasks as task
     where task.id = job.task_id and task.identifier = ${declared.name}
       and job.id < ${ended.id}::bigint and locked_at is null and attempts >= max_attempts`.execute(
    db,
  )
}
