import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** How many connections to the database wait for a lock: by then what was begun has met what holds it. */
export async function countLockWaits(db: Database): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]!.waiting
}
