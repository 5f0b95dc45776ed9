import { sql } from 'kysely'
import { sessions } from '#contract/sessions.ts'
import { networkOf } from '#server/kernel/addresses.ts'
import type { Database } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { logThrottled } from '#server/logs/throttled.ts'
import { isKnownBrowser } from './browsers.ts'
import { findHeldPassword } from './held-signups.ts'
import { countAttempt, forgetFailures } from './login-failures.ts'
import { unmatched, verifyPassword } from './passwords.ts'

const { refusals } = sessions.login

/** Anybody mistypes a password or two. */
const worthTelling = 3
/** One entry for a browser or address in so many seconds. */
const everySeconds = 900

type Attempt = {
  /** Username or e-mail address. */
  username: string
  password: string
  address: string
  browser: Buffer | undefined
}

/**
 * The user with this name and password. Refuses a wrong pair after the same work whether or not
 * there is such a user, a banned or unverified one whose password was right, and guessing.
 */
export async function logIn(db: Database, { username, password, address, browser }: Attempt) {
  const [user, held] = await Promise.all([findByName(db, username), findHeldPassword(db, username)])
  const known = browser !== undefined && (await isKnownBrowser(db, user?.id ?? 0, browser))
  const source = { id: known ? browser.toString('hex') : networkOf(address), knownBrowser: known }
  const attempt = { name: username, userId: user?.id, source }
  const { tried, closed, key } = await countAttempt(db, attempt)

  // An address may be an account's and a held sign-up's at once; both are tried whoever is there.
  const [own, other] = await Promise.all([
    verifyPassword((!closed && user?.password_hash) || unmatched, password),
    verifyPassword((!closed && held) || unmatched, password),
  ])
  if (!own && !other) {
    if (tried >= worthTelling) await logFailures(db, key, tried, user?.id)
    throw new Refusal(refusals.wrong_credentials)
  }
  await forgetFailures(db, attempt)
  if (user && own && user.banned) throw new Refusal(refusals.banned)
  if (!user || !own || !user.verified_at) throw new Refusal(refusals.unverified)
  await db
    .updateTable('users')
    .set({ last_login_at: sql`now()` })
    .where('id', '=', user.id)
    .execute()
  return user
}

/** What was typed as a name is not kept: it may be a password, or somebody's address. */
function logFailures(db: Database, key: string, attempts: number, userId: number | undefined) {
  return logThrottled(db, `wrong password ${key}`, everySeconds, {
    source: 'auth',
    level: 'warning',
    message: 'Wrong password',
    details: { attempts },
    ...(userId !== undefined && { userId }),
  })
}

function findByName(db: Database, name: string) {
  // No username has an “@” in it.
  const column = name.includes('@') ? 'email' : 'username'
  return db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'admin', 'support', 'created_at'])
    .select(['password_hash', 'banned', 'verified_at'])
    .where(sql`lower(${sql.ref(column)})`, '=', sql`lower(${name})`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
