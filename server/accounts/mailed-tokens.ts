import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'
import { hashToken, newToken } from '#server/kernel/sessions.ts'

type Purpose = 'verify' | 'reset' | 'invite'

const validHours: Record<Purpose, number> = { verify: 24, reset: 1, invite: 168 }

/** A token for a link to this address. Links that were sent before go on working. */
export async function issueToken(
  db: Database,
  user: { id: number; email: string },
  purpose: Purpose,
): Promise<string> {
  const token = newToken()
  await db
    .insertInto('mailed_tokens')
    .values({
      user_id: user.id,
      purpose,
      email: user.email,
      token_hash: hashToken(token),
      expires_at: new Date(Date.now() + validHours[purpose] * 3_600_000),
    })
    .execute()
  return token
}

/** Whose link this is, while it can be used: not spent, not too old, and still to their address. */
export async function findTokenUser(db: Database, purposes: readonly Purpose[], token: string) {
  const found = await usable(db, purposes)
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return found?.user_id
}

/** Whose link this is, from now on spent. Of many that try at once one gets an answer. */
export async function spendToken(db: Database, purposes: readonly Purpose[], token: string) {
  const spent = await db
    .updateTable('mailed_tokens')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('id', 'in', usable(db, purposes).clearSelect().select('mailed_tokens.id'))
    .returning(['user_id', 'purpose'])
    .executeTakeFirst()
  return spent && { userId: spent.user_id, purpose: spent.purpose }
}

/** Spends what is left of a user's links of these purposes. */
export async function spendTokensOf(db: Database, userId: number, purposes: readonly Purpose[]) {
  await db
    .updateTable('mailed_tokens')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}

/** Spends every link that a user has: their address is another now. */
export function spendAllTokensOf(db: Database, userId: number) {
  return spendTokensOf(db, userId, ['verify', 'reset', 'invite'])
}

function usable(db: Database, purposes: readonly Purpose[]) {
  return db
    .selectFrom('mailed_tokens')
    .innerJoin('users', 'users.id', 'mailed_tokens.user_id')
    .select('mailed_tokens.user_id')
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('users.deleted_at', 'is', null)
    .whereRef('users.email', '=', 'mailed_tokens.email')
}
