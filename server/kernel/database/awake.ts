import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Idle limit of a transaction in milliseconds: the same as in pool.ts. */
const idleWithin = 30_000

/** Keeps a transaction from being ended as idle. Call the result before the transaction ends. */
export async function stayAwake(tx: Database, within = idleWithin): Promise<() => void> {
  // The database or its role may set a shorter timeout.
  await sql`select set_config('idle_in_transaction_session_timeout', ${String(within)}, true)`.execute(
    tx,
  )
  const timer = setInterval(() => {
    // The commit fails if the transaction has ended, so this error needs no handling.
    sql`select`.execute(tx).catch(() => {})
  }, within / 3)
  return () => clearInterval(timer)
}
