import { sql } from 'kysely'
import { type Database, type Tx, transaction } from './database.ts'

/** Held by who makes a backup: of two at once, one. */
export const backingUp = 7_213_340_012
/** Held exclusively while a backup is made, and shared by who would take from under it what it copies. */
const keptWhole = 7_213_340_013

export const keepWhole = `select pg_advisory_lock(${keptWhole})`

/**
 * Does in a transaction what no backup may see half of, such as deleting files that rows name. False
 * when it was not done, as one is being made.
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
