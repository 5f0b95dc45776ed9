import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import { violatedConstraint } from '#server/kernel/http/errors.ts'
import { living } from '#server/platform/users/living.ts'
import { heldHours } from './held-signups.ts'

/** Only deletes accounts never verified, never signed in to, and that nothing refers to. */
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
      // A user without a password was invited by staff and may take longer.
      .where('password_hash', 'is not', null)
      .where('banned', '=', false)
      .where('admin', '=', false)
      .where('support', '=', false)
      .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${heldHours})`)
      .execute()
  } catch (error) {
    // Access time or orders refer to the account, so it is not deleted.
    if (!violatedConstraint(error)) throw error
  }
}
