import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

const keyOf = (name: string): RawBuilder<number> => sql`hashtextextended(${name}, 0)`

/** Waits for the lock of that name, and holds it until the caller's transaction ends. */
export async function waitForLock(tx: Database, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyOf(name)})`.execute(tx)
}

/**
 * Takes a shared lock of that name until the caller's transaction ends. It blocks callers of
 * `waitForLock`, but not others that share it.
 */
export async function shareLock(tx: Database, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${keyOf(name)})`.execute(tx)
}

/**
 * Tries to take the lock of that name for the caller's transaction, and returns whether it
 * succeeded. Only one of several concurrent callers succeeds.
 */
export async function tryLock(tx: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${keyOf(name)}) as free`.execute(tx)
  return rows[0]!.free
}
