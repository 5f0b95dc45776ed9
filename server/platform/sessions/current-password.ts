import { currentPasswordRefusals } from '#contract/wire/credentials.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { isRefusal, Refusal } from '#server/kernel/http/errors.ts'
import { logThrottled } from '#server/platform/logs/throttled.ts'
import { countPassword, forgetGuess } from './login-failures.ts'
import { unmatched, verifyPassword } from './passwords.ts'

/** Users often mistype a password once or twice, so they are logged from the third on. */
const worthTelling = 3
/** Log at most one entry of each kind per user in this many seconds. */
const everySeconds = 900

type About = { loc?: string[] }
const about: About = { loc: ['body', 'password'] }

export const wrongPassword = (field = about) =>
  new Refusal(currentPasswordRefusals.wrong_password, field)

/** A stolen session must not guess it, so wrong ones are limited. Returns the hash that matched. */
export async function requirePassword(
  db: Database,
  userId: number,
  password: string,
  field = about,
) {
  const { id, tried } = await countPassword(db, userId).catch(async (error) => {
    if (isRefusal(error, currentPasswordRefusals.too_many_password_guesses)) {
      await logGuesses(db, userId, 'Signed in, too many wrong passwords')
    }
    throw error
  })
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (!(await verifyPassword(password_hash ?? unmatched, password))) {
    if (tried >= worthTelling) await logGuesses(db, userId, 'Signed in, wrong password', tried)
    throw wrongPassword(field)
  }
  await forgetGuess(db, id)
  return password_hash!
}

function logGuesses(db: Database, userId: number, message: string, attempts?: number) {
  return logThrottled(db, `${message} ${userId}`, everySeconds, {
    source: 'auth',
    level: 'warning',
    message,
    ...(attempts !== undefined && { details: { attempts } }),
    userId,
  })
}
