import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'
import { violatedConstraint } from '#server/kernel/errors.ts'
import { living } from '#server/users/living.ts'
import { heldHours } from './held-signups.ts'

/**
 * Frees a username and an address from sign-ups that nobody verified in time, never signed in to,
 * and that nothing refers to.
 */
export async function removeAbandoned(db: Database, wanted: { username: string; email: string }) {
  try {
    await db
      .deleteFrom('users')
      .where(({ or, eb }) =>
        or([
          eb(sql`lower(username)`, '=', sql`lower(${wanted.username})`),
          eb(sql`lower(email)`, '=', sql`lower(${wanted.email})`),
        ]),
      )
      .where('verified_at', 'is', null)
      .where('last_login_at', 'is', null)
      .where(living)
      // Without one, staff invited this user, who may take longer.
      .where('password_hash', 'is not', null)
      .where('banned', '=', false)
      .where('admin', '=', false)
      .where('support', '=', false)
      .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${heldHours})`)
      .execute()
  } catch (error) {
    // Time or orders hang on it, so it stays.
    if (!violatedConstraint(error)) throw error
  }
}
