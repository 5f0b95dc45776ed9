import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import { heldHours } from './held-signups.ts'
import { replaceable } from './replaced.ts'

/**
 * Finds the newest unexpired sign-up: an account, or a held one if its address is taken. Sign-in
 * treats both alike, or its responses would reveal whether the address is taken.
 */
export async function findUnverifiedPassword(db: Database, name: string) {
  const column = name.includes('@') ? 'email' : 'username'
  const named = sql<boolean>`lower(${sql.ref(column)}) = lower(${name})`
  const accounts = db
    .selectFrom('users')
    .select('password_hash')
    .select(sql<Date>`created_at + make_interval(hours => ${heldHours})`.as('expires_at'))
    .where(named)
    .where(replaceable)
  const held = db.selectFrom('held_signups').select(['password_hash', 'expires_at']).where(named)
  const newest = await db
    .selectFrom(accounts.unionAll(held).as('signups'))
    .select('password_hash')
    .where('expires_at', '>', sql<Date>`now()`)
    // Each sign-up expires after the same time, so the newest expires last.
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.password_hash
}
