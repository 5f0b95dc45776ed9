import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

const keyOf = (name: string): RawBuilder<number> => sql`hashtextextended(${name}, 0)`

/** Waits for the lock of that name, and holds it until the caller's transaction ends. */
export async function waitForLock(tx: Database, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyOf(name)})`.execute(tx)
}

/** Blocks callers of `waitForLock`, but not others that share it, until the transaction ends. */
export async function shareLock(tx: Database, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${keyOf(name)})`.execute(tx)
}

/** Returns whether the transaction got the lock. One of several concurrent callers does. */
export async function tryLock(tx: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${keyOf(name)}) as free`.execute(tx)
  return rows[0]!.free
}
