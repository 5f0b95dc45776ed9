import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'
import { hashToken, newToken } from '#server/kernel/tokens.ts'

/** As long as browsers keep a cookie; each sign-in begins it anew. */
export const browserDays = 400

/** Whether this user has signed in from the browser with this token before. */
export async function isKnownBrowser(db: Database, userId: number, token: string) {
  const found = await db
    .selectFrom('known_browsers')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('fingerprint', '=', hashToken(token))
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Forgets the user's browsers except the one with this token: after a change of password, browsers that
 * signed in with the old password are strangers again.
 */
export async function forgetBrowsers(db: Database, userId: number, but?: string) {
  await db
    .deleteFrom('known_browsers')
    .where('user_id', '=', userId)
    .$if(but !== undefined, (query) => query.where('fingerprint', '<>', hashToken(but!)))
    .execute()
}

type Remembered = {
  /** What the browser's cookie carries. */
  token: string
  /** Whether the user was known to use this browser, or it is new, or the first of theirs. */
  seen: 'known' | 'new' | 'first'
}

/** Remembers a browser as the user's, and gives it a token if it has none. */
export async function rememberBrowser(
  db: Database,
  userId: number,
  token = newToken(),
): Promise<Remembered> {
  const fingerprint = hashToken(token)
  const { added } = await db
    .insertInto('known_browsers')
    .values({ user_id: userId, fingerprint })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'fingerprint']).doUpdateSet({ last_seen_at: sql`now()` }),
    )
    .returning(sql<boolean>`xmax = 0`.as('added'))
    .executeTakeFirstOrThrow()
  if (!added) return { token, seen: 'known' }
  const other = await db
    .selectFrom('known_browsers')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('fingerprint', '<>', fingerprint)
    .executeTakeFirst()
  return { token, seen: other ? 'new' : 'first' }
}
