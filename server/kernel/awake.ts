import { sql } from 'kysely'
import type { Database } from './database.ts'

/** How long a transaction may say nothing, in milliseconds: as long as elsewhere, see pool.ts. */
const idleWithin = 30_000

/**
 * Keeps a transaction that holds a lock while its process waits for somebody else, such as a provider:
 * PostgreSQL ends one that says nothing, as if its process were frozen. Call what it answers before the
 * transaction ends.
 */
export async function stayAwake(tx: Database, within = idleWithin): Promise<() => void> {
  // The database or its role may give less.
  await sql`select set_config('idle_in_transaction_session_timeout', ${String(within)}, true)`.execute(
    tx,
  )
  const timer = setInterval(() => {
    // That the transaction has ended is noticed by whoever commits it.
    sql`select`.execute(tx).catch(() => {})
  }, within / 3)
  return () => clearInterval(timer)
}
