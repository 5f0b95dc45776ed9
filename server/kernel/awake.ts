import { sql } from 'kysely'
import type { Database } from './database.ts'

/** As long as a transaction may wait for its process elsewhere, too (milliseconds). */
const idleWithin = 30_000

/**
 * Says something now and then in a transaction that holds a lock while others than the database are
 * waited for: PostgreSQL ends one whose process says nothing, as if it were frozen. Answers what stops
 * that, to be called before the transaction ends.
 */
export async function stayAwake(tx: Database, within = idleWithin): Promise<() => void> {
  // The database or its role may give less.
  await sql`select set_config('idle_in_transaction_session_timeout', ${String(within)}, true)`.execute(
    tx,
  )
  const timer = setInterval(() => {
    // One that has ended anyway is found out by who ends it.
    sql`select`.execute(tx).catch(() => {})
  }, within / 3)
  return () => clearInterval(timer)
}
