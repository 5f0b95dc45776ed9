import { sql } from 'kysely'
import { type Database, type Tx, transaction } from './database.ts'
import { lockKeys } from './lock-keys.ts'

export const keepWhole = `select pg_advisory_lock(${lockKeys.keptWhole})`

/**
 * Runs `work` in a transaction, unless a backup is running. A backup must not see a half-finished
 * change, such as the deletion of files that rows refer to. Returns whether `work` ran.
 */
export function unlessBackingUp(db: Database, work: (tx: Tx) => Promise<void>): Promise<boolean> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock_shared(${sql.lit(lockKeys.keptWhole)}) as free`.execute(tx)
    if (!rows[0]!.free) return false
    await work(tx)
    return true
  })
}
