import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Config } from '#server/kernel/config/config.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { cookieName, type SessionUser } from '#server/kernel/http/callers.ts'
import { hashToken, newToken } from '#server/kernel/secrets/tokens.ts'
import { clock } from '#server/kernel/time/clock.ts'

const lifetimeDays = 30
/** Staff can read the data of every customer, so their sessions are shorter and end when idle. */
const staffLifetimeDays = 7
const staffIdleHours = 12
const idleDays = 14

/** Scripts can read it, so that a visitor's browser need not ask for the user. Grants no access. */
export const markerCookie = 'signed_in'

export type Session = { token: string; expires: Date }

export type Origin = { address: string; userAgent: string | undefined }

export async function startSession(db: Database, userId: number, from: Origin): Promise<Session> {
  const token = newToken()
  const expires = new Date(clock.now() + lifetimeDays * 86_400_000)
  await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      address: from.address,
      user_agent: from.userAgent?.slice(0, 400) ?? null,
      expires_at: expires,
    })
    .execute()
  return { token, expires }
}

/** Gives the session a new token, so that a copy of the old one grants no access. */
export async function renewSession(db: Database, sessionId: number): Promise<Session | undefined> {
  const token = newToken()
  const renewed = await db
    .updateTable('sessions')
    .set({ token_hash: hashToken(token) })
    .where('id', '=', sessionId)
    .returning('expires_at as expires')
    .executeTakeFirst()
  return renewed && { token, ...renewed }
}

export async function endSession(db: Database, token: string) {
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
}

/** Ends all sessions of a user, except `keep`. Their loaders stay signed in. */
export async function endBrowserSessions(db: Database, userId: number, keep?: number) {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keep !== undefined, (query) => query.where('id', '<>', keep!))
    .execute()
}

/** Also ends those of their loaders. Pairings go first, or a loader could still fetch tokens. */
export async function endSessions(db: Database, userId: number, keep?: number) {
  await endBrowserSessions(db, userId, keep)
  await db
    .updateTable('loader_pairings')
    .set({ expires_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
  await db
    .updateTable('loader_tokens')
    .set({ revoked_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Checks the current roles, so that the limits of staff apply as soon as a user becomes staff. */
export const isLive = sql<boolean>`sessions.expires_at > now() and case when users.admin or users.support
  then sessions.created_at > now() - make_interval(days => ${staffLifetimeDays})
   and sessions.last_seen_at > now() - make_interval(hours => ${staffIdleHours})
  else sessions.last_seen_at > now() - make_interval(days => ${idleDays}) end`

/** Undefined without a live session, or if the user is banned or deleted. */
export async function findUser(
  db: Database,
  config: Pick<Config, 'secureCookies'>,
  request: FastifyRequest,
): Promise<SessionUser | undefined> {
  const token = request.cookies[cookieName(config)]
  if (!token) return undefined
  const found = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id as sessionId',
      'users.id',
      'users.username',
      'users.email',
      'users.admin',
      'users.support',
      'users.created_at',
      sql<boolean>`sessions.last_seen_at < now() - interval '10 minutes'`.as('stale'),
    ])
    .where('token_hash', '=', hashToken(token))
    .where(isLive)
    .where('banned', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!found) return undefined
  const { stale, ...user } = found
  if (stale) {
    await db
      .updateTable('sessions')
      .set({ last_seen_at: sql`now()` })
      .where('id', '=', user.sessionId)
      .execute()
  }
  return user
}
