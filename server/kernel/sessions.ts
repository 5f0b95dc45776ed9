import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { addressOf } from './addresses.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'

/** Who is signed in, as every handler needs it. */
export type SessionUser = {
  sessionId: number
  id: number
  username: string
  email: string
  admin: boolean
  support: boolean
  created_at: Date
}

const lifetimeDays = 30
/** Staff sessions are shorter, because staff can read every customer, and end when left idle. */
const staffLifetimeDays = 7
const staffIdleHours = 12
const idleDays = 14

/** Tokens are random and kept as a hash only: a copy of the database opens no session. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Stands beside the session's cookie, where the page's scripts can see it: without it a visitor's
 * browser need not ask who is signed in. It opens nothing.
 */
export const markerCookie = 'signed_in'

export function cookieName(config: Pick<Config, 'secureCookies'>) {
  return config.secureCookies ? '__Host-session' : 'session'
}

/** Starts a session and sets its cookie. */
export async function startSession(
  db: Database,
  config: Config,
  userId: number,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const token = newToken()
  const expires = new Date(Date.now() + lifetimeDays * 86_400_000)
  await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      address: addressOf(request),
      user_agent: request.headers['user-agent']?.slice(0, 400) ?? null,
      expires_at: expires,
    })
    .execute()
  setCookies(config, reply, token, expires)
}

/** Gives the session another token: who has a copy of the one before is signed out. */
export async function renewSession(
  db: Database,
  config: Config,
  sessionId: number,
  reply: FastifyReply,
) {
  const token = newToken()
  const renewed = await db
    .updateTable('sessions')
    .set({ token_hash: hashToken(token) })
    .where('id', '=', sessionId)
    .returning('expires_at')
    .executeTakeFirst()
  if (renewed) setCookies(config, reply, token, renewed.expires_at)
}

function setCookies(config: Config, reply: FastifyReply, token: string, expires: Date) {
  const cookie = { path: '/', sameSite: 'lax', secure: config.secureCookies, expires } as const
  reply.setCookie(cookieName(config), token, { ...cookie, httpOnly: true })
  reply.setCookie(markerCookie, '1', cookie)
}

/** Ends the session that the request carries, if any, and clears its cookie. */
export async function endSession(
  db: Database,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const token = request.cookies[cookieName(config)]
  if (token) await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
  reply.clearCookie(cookieName(config), { path: '/', secure: config.secureCookies })
  reply.clearCookie(markerCookie, { path: '/', secure: config.secureCookies })
}

/** Ends all sessions of a user, but for the one that is kept. */
export async function endSessions(db: Database, userId: number, keep?: number) {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keep !== undefined, (query) => query.where('id', '<>', keep!))
    .execute()
}

/** Roles count as they are now: who becomes staff is held to staff's limits at once. */
const isLive = sql<boolean>`sessions.expires_at > now() and case when users.admin or users.support
  then sessions.created_at > now() - make_interval(days => ${staffLifetimeDays})
   and sessions.last_seen_at > now() - make_interval(hours => ${staffIdleHours})
  else sessions.last_seen_at > now() - make_interval(days => ${idleDays}) end`

/** The user of the request's session; undefined without a live one, or when banned or deleted. */
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
