import { sql } from 'kysely'
import type { RetentionRule } from '#server/kernel/retention.ts'

const keeps = '35 days'

export const healthRetention: readonly RetentionRule[] = [
  {
    what: 'Disks of machines that are gone',
    keeps: '1 day',
    run: async (db) => {
      await db
        .deleteFrom('machine_disks')
        .where('noted_at', '<', sql<Date>`now() - interval '1 day'`)
        .execute()
    },
  },
  {
    // What they carry and how they failed may name people. Staff have looked by then, or will not.
    what: 'Jobs that were given up',
    keeps,
    run: async (db) => {
      await sql`
        select from graphile_worker.complete_jobs(array(
          select id from graphile_worker.jobs
           where locked_at is null and attempts >= max_attempts
             and updated_at < now() - ${keeps}::interval))`.execute(db)
    },
  },
]
