import { sql } from 'kysely'
import type { RetentionRule } from '#server/kernel/database/retention.ts'
import { givenUp } from './queue.ts'

const longest = '35 days'

export const healthRetention: readonly RetentionRule[] = [
  {
    what: 'Disk status of removed machines',
    table: 'machine_disks',
    since: 'noted_at',
    keeps: '1 day',
  },
  {
    // Payloads and errors may contain personal data.
    what: 'Jobs that failed permanently',
    keeps: `${longest}; of scheduled jobs with one attempt, only the latest`,
    run: async (db) => {
      await sql`
        select from graphile_worker.complete_jobs(array(
          select id from graphile_worker.jobs
           where ${givenUp} and updated_at < now() - ${longest}::interval))`.execute(db)
    },
  },
]
