import { sql } from 'kysely'
import { sessions } from '#contract/platform/sessions.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { networkOf } from '#server/kernel/network/addresses.ts'
import { hashToken } from '#server/kernel/secrets/tokens.ts'
import { logThrottled } from '#server/platform/logs/throttled.ts'
import { living } from '#server/platform/users/living.ts'
import { isKnownBrowser } from './browsers.ts'
import { type Attempt, countAttempt } from './login-failures.ts'
import { unmatched, verifyPassword } from './passwords.ts'
import { replaceable } from './replaced.ts'
import { findUnverifiedPassword } from './unverified-signups.ts'

const { refusals } = sessions.login

/** Users often mistype a password once or twice, so failures are logged from the third on. */
const worthTelling = 3
/** Log at most one entry per browser or address in this many seconds. */
const everySeconds = 900

export type Password = {
  /** Username or email address. */
  username: string
  password: string
}

/**
 * A correct password. `user` has the hash that it matched, and is undefined for a sign-up that is
 * not verified. `attempt` was counted as a failure: delete it once a session starts.
 */
export type Proven = { user: { id: number; passwordHash: string } | undefined; attempt: Attempt }

/** A wrong pair takes the same work whether or not the user exists. Refuses too many guesses. */
export async function provePassword(
  db: Database,
  { username, password }: Password,
  { address, browser }: { address: string; browser: string | undefined },
): Promise<Proven> {
  const [user, signup] = await Promise.all([
    findByName(db, username),
    findUnverifiedPassword(db, username),
  ])
  const known = browser !== undefined && (await isKnownBrowser(db, user?.id ?? 0, browser))
  const id = known ? hashToken(browser).toString('hex') : networkOf(address)
  const source = { id, knownBrowser: known }
  const attempt = { name: username, userId: user?.id, source }
  const { tried, closed, key } = await countAttempt(db, attempt)

  // An account and a sign-up may share an address. Both hashes are always checked, so that the time
  // is the same. A closed account says nothing about a sign-up with its address: otherwise the
  // response would reveal whose address it is.
  const [own, other] = await Promise.all([
    verifyPassword((!closed && user?.password_hash) || unmatched, password),
    verifyPassword(signup ?? unmatched, password),
  ])
  if (!own && !other) {
    if (tried >= worthTelling) await logFailures(db, key, tried, user?.id)
    throw new Refusal(refusals.wrong_credentials)
  }
  const proven = user && own ? { id: user.id, passwordHash: user.password_hash! } : undefined
  return { user: proven, attempt }
}

/** The typed name is not logged: it may be a password, or someone's address. */
function logFailures(db: Database, key: string, attempts: number, userId: number | undefined) {
  return logThrottled(db, `wrong password ${key}`, everySeconds, {
    source: 'auth',
    level: 'warning',
    message: 'Wrong password',
    details: { attempts },
    ...(userId !== undefined && { userId }),
  })
}

/** Finds an account that a user can sign in to. An account that is still a sign-up is none. */
function findByName(db: Database, name: string) {
  // No username contains an “@”.
  const column = name.includes('@') ? 'email' : 'username'
  return db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where(sql`lower(${sql.ref(column)})`, '=', sql`lower(${name})`)
    .where(living)
    .where(sql<boolean>`not ${replaceable}`)
    .executeTakeFirst()
}
