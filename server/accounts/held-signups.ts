import { sql } from 'kysely'
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

/** Holds a username that came with somebody else's address. */
export async function holdSignup(
  db: Database,
  { username, email }: { username: string; email: string },
  passwordHash: string,
) {
  await db
    .deleteFrom('held_signups')
    .where(sql`lower(username)`, '=', sql`lower(${username})`)
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute()
  try {
    await db
      .insertInto('held_signups')
      .values({
        username,
        email,
        password_hash: passwordHash,
        expires_at: sql<Date>`now() + make_interval(hours => ${heldHours})`,
      })
      .execute()
  } catch (error) {
    if (violatedConstraint(error) !== 'held_signups_username') throw error
    throw new Refusal(409, 'This username is already taken')
  }
}
