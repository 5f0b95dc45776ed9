import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'

/** How many connections wait for a lock. Tests use it to know that a query is blocked. */
export async function countLockWaits(db: Database): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]!.waiting
}
