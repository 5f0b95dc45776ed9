import { sql } from 'kysely'
import { listedSessions, sessions } from '#contract/platform/sessions.ts'
import type { Database } from '#server/kernel/database/database.ts'
import type { SessionUser } from '#server/kernel/http/callers.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { deviceOf } from './new-sign-in.ts'
import { isLive } from './sessions.ts'

/** The session of the request first, then the others by last use. */
export async function listSessions(db: Database, user: SessionUser) {
  const found = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'user_agent', 'address', 'sessions.created_at', 'last_seen_at'])
    .select(sql<boolean>`sessions.id = ${user.sessionId}`.as('current'))
    .where('user_id', '=', user.id)
    .where(isLive)
    .orderBy('current', 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .limit(listedSessions)
    .execute()
  return found.map(({ user_agent, ...session }) => ({
    ...session,
    device: deviceOf(user_agent ?? undefined),
  }))
}

/** Throws 404 for other users' sessions and for sessions that have ended. */
export async function endOwnSession(db: Database, user: SessionUser, id: number) {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw new Refusal(sessions.end.refusals.unknown_session)
}
