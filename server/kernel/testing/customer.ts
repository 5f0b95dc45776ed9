import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { cookieName, hashToken, newToken } from '../sessions.ts'

/**
 * A verified user, new for every call, and the `cookie` header of a session of theirs. The account
 * has no password: who needs one sets it.
 */
export async function signIn({ shop }: FastifyInstance, { admin = false, support = false } = {}) {
  const username = `user-${randomBytes(6).toString('hex')}`
  const user = await shop.db
    .insertInto('users')
    .values({ username, email: `${username}@example.com`, admin, support, verified_at: new Date() })
    .returning(['id', 'username', 'email', 'admin', 'support', 'created_at'])
    .executeTakeFirstOrThrow()
  const token = newToken()
  await shop.db
    .insertInto('sessions')
    .values({
      user_id: user.id,
      token_hash: hashToken(token),
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .execute()
  return { user, cookie: `${cookieName(shop.config)}=${token}` }
}
