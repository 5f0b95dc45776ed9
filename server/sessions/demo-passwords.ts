import { type Database, transaction } from '#server/kernel/database.ts'
import { endSessions } from '#server/kernel/sessions.ts'
import { StartError } from '#server/kernel/start-error.ts'
import { living } from '#server/users/living.ts'
import { spendAllTokensOf } from './mailed-tokens.ts'
import { verifyPassword } from './passwords.ts'

/** What opens the accounts of the demo shop. They stand in the README, so everybody knows them. */
export const demoPasswords = {
  admin: 'Admin1234',
  support: 'Support1234',
  customer: 'Customer1234',
} as const

/** Keeps a real shop from opening while a published password opens one of its accounts. */
export async function refuseDemoPasswords(db: Database) {
  const open = await findDemoHashes(db)
  if (open.length === 0) return
  throw new StartError(
    'Accounts of the demo shop still open with their published passwords: run `npm run setup -- --admin you --email you@example.com` with the same environment variables, which closes those accounts and makes you an administrator, then start again.',
  )
}

/**
 * Closes the accounts that still have a published password: removes password, role, sessions and
 * links, since a stranger may have signed in and changed the address. Returns how many.
 */
export async function closeDemoUsers(db: Database): Promise<number> {
  const hashes = await findDemoHashes(db)
  if (hashes.length === 0) return 0
  return transaction(db, async (tx) => {
    const closed = await tx
      .updateTable('users')
      .set({ password_hash: null, admin: false, support: false })
      .where('password_hash', 'in', hashes)
      .returning('id')
      .execute()
    for (const { id } of closed) {
      await endSessions(tx, id)
      await spendAllTokensOf(tx, id)
    }
    return closed.length
  })
}

/**
 * The hashes that a published password opens, whatever their users are called by now. Customers of
 * a shop's own are left out: one of them could otherwise keep it from starting. Users of a big demo
 * shop share one hash.
 */
async function findDemoHashes(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('password_hash')
    .distinct()
    .where(({ or, eb }) =>
      or([eb('demo', '=', true), eb('admin', '=', true), eb('support', '=', true)]),
    )
    .where('password_hash', 'is not', null)
    .where(living)
    .execute()
  const found: string[] = []
  for (const { password_hash } of rows) {
    if (password_hash && (await isPublished(password_hash))) found.push(password_hash)
  }
  return found
}

/** Whether one of the demo shop's passwords opens it. */
export async function isPublished(hash: string) {
  for (const password of Object.values(demoPasswords)) {
    if (await verifyPassword(hash, password)) return true
  }
  return false
}
