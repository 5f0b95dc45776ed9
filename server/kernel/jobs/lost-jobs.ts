import { setTimeout as delay } from 'node:timers/promises'
import type { Job, WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'

/** Longer than any query may take, see pool.ts. */
const answerWithin = '1 minute'

/** Milliseconds between two checks whether the results of jobs are recorded. */
const lookAfter = 100

const attemptOf = ({ id, attempts }: Pick<Job, 'id' | 'attempts'>) => `${id}/${attempts}`

/**
 * Releases jobs that were locked for this process in a response that never arrived, for example
 * because the connection broke. They would stay locked for four hours.
 */
export function watchAnswers(events: WorkerEvents) {
  const begun = new Set<string>()
  const ended = new Set<string>()
  let pool = ''
  events.on('pool:create', ({ workerPool }) => {
    pool = workerPool.id
  })
  events.on('job:start', ({ job }) => void begun.add(attemptOf(job)))
  events.on('job:complete', ({ job }) => void ended.add(attemptOf(job)))

  /** Returns the jobs that are locked for the pool, and forgets attempts with a recorded result. */
  async function look(db: Database) {
    // The result of a job is recorded later, and until then the job stays locked.
    const before = [...ended]
    const { rows } = await sql<{ id: string; attempts: number; lost: boolean }>`
      select id::text, attempts, locked_at < now() - ${answerWithin}::interval as lost
        from graphile_worker._private_jobs where locked_by = ${pool}`.execute(db)
    const held = new Set(rows.map(attemptOf))
    for (const attempt of before)
      if (!held.has(attempt)) {
        begun.delete(attempt)
        ended.delete(attempt)
      }
    return rows
  }

  return {
    async freeLost(db: Database) {
      const rows = await look(db)
      const lost = rows.filter((row) => row.lost && !begun.has(attemptOf(row)))
      if (lost.length === 0) return
      // The attempt never started, so it does not count.
      await sql`update graphile_worker._private_jobs
                   set locked_at = null, locked_by = null, attempts = attempts - 1
                 where locked_by = ${pool} and id = any(${lost.map(({ id }) => id)}::bigint[])`.execute(
        db,
      )
    },
    /** Waits until all results are recorded, if necessary until the database is available again. */
    async allWritten(db: Database) {
      while (begun.size > 0) {
        await look(db).catch(() => {})
        if (begun.size > 0) await delay(lookAfter)
      }
    },
  }
}
