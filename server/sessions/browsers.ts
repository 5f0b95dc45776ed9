import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Config } from '#server/kernel/config.ts'
import type { Database } from '#server/kernel/database.ts'
import { hashToken, newToken } from '#server/kernel/sessions.ts'

/** As long as browsers keep a cookie; each sign-in begins it anew. */
export const browserDays = 400

type Cookies = Pick<Config, 'secureCookies'>

function cookieName({ secureCookies }: Cookies) {
  return secureCookies ? '__Host-browser' : 'browser'
}

/** Tells browsers apart by a cookie of their own, which outlives the session and opens nothing. */
export function fingerprintOf(config: Cookies, request: FastifyRequest): Buffer | undefined {
  const token = request.cookies[cookieName(config)]
  return token ? hashToken(token) : undefined
}

/** Whether this user has signed in from this browser before. */
export async function isKnownBrowser(db: Database, userId: number, fingerprint: Buffer) {
  const found = await db
    .selectFrom('known_browsers')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether the user is `known` to use this browser, or it is `new`, or the `first` of theirs. */
export async function rememberBrowser(
  db: Database,
  config: Cookies,
  userId: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<'known' | 'new' | 'first'> {
  const token = request.cookies[cookieName(config)] ?? newToken()
  const fingerprint = hashToken(token)
  const { added } = await db
    .insertInto('known_browsers')
    .values({ user_id: userId, fingerprint })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'fingerprint']).doUpdateSet({ last_seen_at: sql`now()` }),
    )
    .returning(sql<boolean>`xmax = 0`.as('added'))
    .executeTakeFirstOrThrow()
  reply.setCookie(cookieName(config), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.secureCookies,
    maxAge: browserDays * 86_400,
  })
  if (!added) return 'known'
  const other = await db
    .selectFrom('known_browsers')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('fingerprint', '<>', fingerprint)
    .executeTakeFirst()
  return other ? 'new' : 'first'
}
