import { sql } from 'kysely'
import { takenRefusals } from '#contract/credentials.ts'
import type { Database } from '#server/kernel/database.ts'
import { Refusal, violatedConstraint } from '#server/kernel/errors.ts'

/** As long as a sign-up that was never verified keeps its name. */
export const heldHours = 24

export async function isHeld(db: Database, username: string): Promise<boolean> {
  return (await findHeldPassword(db, username)) !== undefined
}

/**
 * The hash of the password that a held sign-up came with. By address it is the first one's, as a
 * real account would be the first one's.
 */
export async function findHeldPassword(db: Database, name: string) {
  const column = name.includes('@') ? 'email' : 'username'
  const held = await db
    .selectFrom('held_signups')
    .select('password_hash')
    .where(sql`lower(${sql.ref(column)})`, '=', sql`lower(${name})`)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return held?.password_hash
}

type Held = {
  username: string
  email: string
  passwordHash: string
  referredBy: number | null
  /** Which terms it accepted, and when; now when that is null. */
  terms: { edition: number | null; at: Date | null }
}

/** Holds a username that came with somebody else's address, and answers its id. */
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
        terms_edition: terms.edition,
        terms_accepted_at: terms.edition === null ? null : (terms.at ?? sql<Date>`now()`),
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

/** All that wait at this address, oldest first. */
export function findHeldAt(db: Database, email: string) {
  return db
    .selectFrom('held_signups')
    .select(['id', 'username', 'email'])
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id')
    .execute()
}
