import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#server/kernel/database.ts'

/** Waits until so many connections to this database wait for a lock that another one holds. */
export async function untilBlocked(db: Database, many = 1) {
  const blocked = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
       where wait_event_type = 'Lock' and datname = current_database()`.execute(db)
    return rows[0]!.count
  }
  await expect.poll(blocked, { timeout: 10_000 }).toBeGreaterThanOrEqual(many)
}
