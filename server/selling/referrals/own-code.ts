import { randomInt } from 'node:crypto'
import type { Database } from '#server/kernel/database/database.ts'
import { violatedConstraint } from '#server/kernel/http/errors.ts'

/** Leaves out characters that are easily confused when read aloud or typed. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

function randomCode() {
  return Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
}

export async function findCode(db: Database, userId: number): Promise<string | null> {
  const { referral_code } = await db
    .selectFrom('users')
    .select('referral_code')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return referral_code
}

/** Creates it if there is none. Concurrent calls return the same code. */
export async function createCode(db: Database, userId: number): Promise<string> {
  for (;;) {
    try {
      await db
        .updateTable('users')
        .set({ referral_code: randomCode() })
        .where('id', '=', userId)
        .where('referral_code', 'is', null)
        .execute()
      return (await findCode(db, userId))!
    } catch (error) {
      // Another customer has this code, so try another one.
      if (violatedConstraint(error) !== 'users_referral_code_key') throw error
    }
  }
}
