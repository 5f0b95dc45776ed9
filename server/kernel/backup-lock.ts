import { sql } from 'kysely'
import { type Database, type Tx, transaction } from './database.ts'

/** Held while a backup is made, so that of two at once only one goes on. */
export const backingUp = 7_213_340_012
/** Held exclusively while a backup is made, and shared by whoever deletes what a backup copies. */
const keptWhole = 7_213_340_013

export const keepWhole = `select pg_advisory_lock(${keptWhole})`

/**
 * Does `work` in a transaction, unless a backup is being made, which must not see half of it: for
 * example the deletion of files that rows name. Returns whether it was done.
 */
export function unlessBackingUp(db: Database, work: (tx: Tx) => Promise<void>): Promise<boolean> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock_shared(${sql.lit(keptWhole)}) as free`.execute(tx)
    if (!rows[0]!.free) return false
    await work(tx)
    return true
  })
}
