import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import { hashToken, newToken } from '#server/kernel/secrets/tokens.ts'

/** The maximum lifetime of a cookie in browsers. Each sign-in renews it. */
export const browserDays = 400

export async function isKnownBrowser(db: Database, userId: number, token: string) {
  const found = await db
    .selectFrom('known_browsers')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('fingerprint', '=', hashToken(token))
    .executeTakeFirst()
  return found !== undefined
}

/** Forgets all browsers except the one with token `but`, because they used the old password. */
export async function forgetBrowsers(db: Database, userId: number, but?: string) {
  await db
    .deleteFrom('known_browsers')
    .where('user_id', '=', userId)
    .$if(but !== undefined, (query) => query.where('fingerprint', '<>', hashToken(but!)))
    .execute()
}

type Remembered = {
  token: string
  /** `first` is the user's first browser. */
  seen: 'known' | 'new' | 'first'
}

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
