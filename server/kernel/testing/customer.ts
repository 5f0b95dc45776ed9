import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import { cookieName } from '#server/kernel/http/callers.ts'
import { hashToken, newToken } from '#server/kernel/secrets/tokens.ts'
import { clock } from '#server/kernel/time/clock.ts'

type Roles = { admin?: boolean; support?: boolean }

/** The user is verified and has a session but no password. */
export async function signInAs(db: Database, { admin = false, support = false }: Roles = {}) {
  const username = `user-${randomBytes(6).toString('hex')}`
  const user = await db
    .insertInto('users')
    .values({ username, email: `${username}@example.com`, admin, support, verified_at: new Date() })
    .returning(['id', 'username', 'email', 'admin', 'support', 'created_at'])
    .executeTakeFirstOrThrow()
  return { user, token: await startSessionOf(db, user.id) }
}

/** For tests with many open crypto orders, of which one customer may only have a few. */
export async function signInMany(db: Database, count: number) {
  const tokens = Array.from({ length: count }, newToken)
  const { rows } = await sql<{ id: number; at: number }>`
    with crowd as (
      insert into users (username, email, verified_at)
      select name, name || '@example.com', now()
        from (select 'user-' || substr(md5(random()::text || at), 1, 16) as name from generate_series(1, ${count}) as at) as named
      returning id
    ), numbered as (
      select id, row_number() over (order by id)::integer as at from crowd
    ), opened as (
      insert into sessions (user_id, token_hash, expires_at)
      select id, (${tokens.map(hashToken)}::bytea[])[at], now() + interval '1 day' from numbered
    )
    select id, at from numbered order by at`.execute(db)
  return rows.map(({ id, at }) => ({ id, token: tokens[at - 1]! }))
}

/** Creates a session for the user, and returns its token. */
export async function startSessionOf(db: Database, userId: number): Promise<string> {
  const token = newToken()
  await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      expires_at: new Date(clock.now() + 86_400_000),
    })
    .execute()
  return token
}

/** Creates a user for an app under test, and returns the `cookie` header of its session. */
export async function signIn({ shop }: FastifyInstance, roles: Roles = {}) {
  const { user, token } = await signInAs(shop.db, roles)
  return { user, cookie: `${cookieName(shop.config)}=${token}` }
}
