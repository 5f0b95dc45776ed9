import { sql } from 'kysely'
import { type Database, type Tx, transaction } from './database.ts'
import { lockKeys } from './lock-keys.ts'

export const keepWhole = `select pg_advisory_lock(${lockKeys.keptWhole})`

/** Returns whether `work` ran. A backup must not see a half-finished change of rows and files. */
export function unlessBackingUp(db: Database, work: (tx: Tx) => Promise<void>): Promise<boolean> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock_shared(${sql.lit(lockKeys.keptWhole)}) as free`.execute(tx)
    if (!rows[0]!.free) return false
    await work(tx)
    return true
  })
}
