import { setTimeout as delay } from 'node:timers/promises'
import type { Job, WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Longer than anybody waits for an answer of the database, see pool.ts. */
const answerWithin = '1 minute'

/** Between two looks at whether it is written down how jobs ended, in milliseconds. */
const lookAfter = 100

const attemptOf = ({ id, attempts }: Pick<Job, 'id' | 'attempts'>) => `${id}/${attempts}`

/**
 * Frees jobs that were locked for this process in an answer that never arrived, as when a
 * connection breaks. They would stay locked for four hours.
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

  /** What is locked for the pool; forgets attempts of which it is written down how they ended. */
  async function look(db: Database) {
    // How a job ended is written down later, and until then it is held.
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
      // Nobody made that attempt, so it does not count.
      await sql`update graphile_worker._private_jobs
                   set locked_at = null, locked_by = null, attempts = attempts - 1
                 where locked_by = ${pool} and id = any(${lost.map(({ id }) => id)}::bigint[])`.execute(
        db,
      )
    },
    /** Until it is written down how every job ended that had begun, once the database is there for it. */
    async allWritten(db: Database) {
      while (begun.size > 0) {
        await look(db).catch(() => {})
        if (begun.size > 0) await delay(lookAfter)
      }
    },
  }
}
