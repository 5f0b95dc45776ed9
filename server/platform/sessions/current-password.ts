import { currentPasswordRefusals } from '#contract/wire/credentials.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { unmatched, verifyPassword } from './passwords.ts'

export const wrongPassword = () =>
  new Refusal(currentPasswordRefusals.wrong_password, { loc: ['body', 'password'] })

/**
 * Throws if the password is not the current password of the signed-in user. Returns the hash that
 * it matched.
 */
export async function requirePassword(db: Database, userId: number, password: string) {
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (!(await verifyPassword(password_hash ?? unmatched, password))) throw wrongPassword()
  return password_hash!
}
