import { sql } from 'kysely'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import { hashToken, newToken } from '#server/kernel/secrets/tokens.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { living } from '#server/platform/users/living.ts'

type Purpose = 'verify' | 'reset' | 'invite'

const validHours: Record<Purpose, number> = { verify: 24, reset: 1, invite: 168 }

/** Earlier links remain valid. The token of a held sign-up verifies that instead of the user. */
export async function issueToken(
  db: Database,
  user: { id: number; email: string },
  purpose: Purpose,
  heldSignup?: number,
): Promise<string> {
  const token = newToken()
  await db
    .insertInto('mailed_tokens')
    .values({
      user_id: user.id,
      purpose,
      email: user.email,
      held_signup_id: heldSignup ?? null,
      token_hash: hashToken(token),
      expires_at: new Date(clock.now() + validHours[purpose] * 3_600_000),
    })
    .execute()
  return token
}

/** The link must be unused, unexpired, and mailed to the user's current address. */
export async function findTokenUser(db: Database, purposes: readonly Purpose[], token: string) {
  return usable(db, purposes)
    .select(['users.username', 'users.email'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
}

/** Marks a link as used and returns its user. If several calls race, only one gets the user. */
export async function spendToken(tx: Tx, purposes: readonly Purpose[], token: string) {
  // Lock the user first. Otherwise, concurrent requests with links of the same user could deadlock.
  await tx
    .selectFrom('users')
    .innerJoin('mailed_tokens', 'mailed_tokens.user_id', 'users.id')
    .select('users.id')
    .where('token_hash', '=', hashToken(token))
    .forNoKeyUpdate('users')
    .execute()
  const spent = await tx
    .updateTable('mailed_tokens')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('id', 'in', usable(tx, purposes).clearSelect().select('mailed_tokens.id'))
    .returning(['user_id', 'purpose', 'held_signup_id'])
    .executeTakeFirst()
  if (!spent) return undefined
  return { userId: spent.user_id, purpose: spent.purpose, heldSignup: spent.held_signup_id }
}

export async function spendTokensOf(db: Database, userId: number, purposes: readonly Purpose[]) {
  await db
    .updateTable('mailed_tokens')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}

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
    .where(living)
    .whereRef('users.email', '=', 'mailed_tokens.email')
}
