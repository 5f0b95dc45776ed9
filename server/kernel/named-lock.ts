import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

const keyOf = (name: string): RawBuilder<number> => sql`hashtextextended(${name}, 0)`

/** Waits for the lock of that name, which the caller's transaction then has until it ends. */
export async function waitForLock(tx: Database, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyOf(name)})`.execute(tx)
}

/**
 * Holds up whoever waits for the lock of that name until the caller's transaction ends, and nobody
 * who shares it as well.
 */
export async function shareLock(tx: Database, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${keyOf(name)})`.execute(tx)
}

/** Whether the caller's transaction has the lock of that name: of several at once one gets it. */
export async function tryLock(tx: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${keyOf(name)}) as free`.execute(tx)
  return rows[0]!.free
}
