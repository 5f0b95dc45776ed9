import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'

/** Staff have looked by then, or will not. */
const days = 35

/** Jobs that are not tried again: what they carry and how they failed may name people. */
export async function forgetGivenUp(db: Database) {
  await sql`
    select from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
       where locked_at is null and attempts >= max_attempts
         and updated_at < now() - make_interval(days => ${days})))`.execute(db)
}
