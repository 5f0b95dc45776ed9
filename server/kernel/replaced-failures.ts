import type { Job as Begun } from 'graphile-worker'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { Job } from './jobs.ts'

/** The schedule makes the next attempt, so a failed run needs no row of its own to be attempted again. */
const isRepeated = ({ cron, attempts }: Job) => cron !== undefined && attempts === 1

/**
 * Once a run of a repeated job has ended, removes the failed runs before it. Of a job that keeps failing,
 * the queue and Health thus hold the latest failure only, and of one that works again none.
 */
export async function removeReplacedFailures(db: Database, jobs: readonly Job[], ended: Begun) {
  const declared = jobs.find(({ name }) => name === ended.task_identifier)
  if (!declared || !isRepeated(declared)) return
  await sql`
    delete from graphile_worker._private_jobs as job using graphile_worker._private_tasks as task
     where task.id = job.task_id and task.identifier = ${declared.name}
       and job.id < ${ended.id}::bigint and locked_at is null and attempts >= max_attempts`.execute(
    db,
  )
}
