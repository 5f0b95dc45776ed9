import { sql } from 'kysely'
import { takenRefusals } from '#contract/wire/credentials.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal, violatedConstraint } from '#server/kernel/http/errors.ts'

/** The same duration for which an unverified sign-up reserves its username. */
export const heldHours = 24

export async function isHeld(db: Database, username: string): Promise<boolean> {
  const held = await db
    .selectFrom('held_signups')
    .select('id')
    .where(sql`lower(username)`, '=', sql`lower(${username})`)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return held !== undefined
}

type Held = {
  username: string
  email: string
  passwordHash: string
  referredBy: number | null
  /** The version of the terms that the user accepted, and when. Null means now. */
  terms: { version: number | null; at: Date | null }
}

/** Reserves the username, as another user has the email address. Returns the sign-up's id. */
export async function holdSignup(db: Database, held: Held, hours = heldHours): Promise<number> {
  const { username, email, passwordHash, referredBy, terms } = held
  await db
    .deleteFrom('held_signups')
    .where(sql`lower(username)`, '=', sql`lower(${username})`)
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute()
  try {
    const { id } = await db
      .insertInto('held_signups')
      .values({
        username,
        email,
        password_hash: passwordHash,
        referred_by: referredBy,
        terms_version: terms.version,
        terms_accepted_at: terms.version === null ? null : (terms.at ?? sql<Date>`now()`),
        expires_at: sql<Date>`now() + make_interval(secs => ${hours * 3600})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  } catch (error) {
    if (violatedConstraint(error) !== 'held_signups_username') throw error
    throw new Refusal(takenRefusals.username_taken)
  }
}

export function findHeldAt(db: Database, email: string) {
  return db
    .selectFrom('held_signups')
    .select(['id', 'username', 'email'])
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id')
    .execute()
}
