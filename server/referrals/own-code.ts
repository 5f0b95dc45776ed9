import { randomInt } from 'node:crypto'
import type { Database } from '#server/kernel/database.ts'
import { violatedConstraint } from '#server/kernel/errors.ts'

/** Without the characters that are taken for one another when read out or typed. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

function randomCode() {
  return Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** The code that a customer hands out; null until they have one. */
export async function findCode(db: Database, userId: number): Promise<string | null> {
  const { referral_code } = await db
    .selectFrom('users')
    .select('referral_code')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return referral_code
}

/** The customer's code, made now if there is none. Asked twice at once, both answers are the same. */
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
      // Somebody else's code: one in many thousand millions, so the next one is free.
      if (violatedConstraint(error) !== 'users_referral_code_key') throw error
    }
  }
}
