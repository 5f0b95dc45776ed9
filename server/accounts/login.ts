import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { logBurst } from '#server/logs/burst.ts'
import { isKnownBrowser } from './browsers.ts'
import { findHeldPassword } from './held-signups.ts'
import { countAttempt, forgetFailures, hashName } from './login-failures.ts'
import { unmatched, verifyPassword } from './passwords.ts'

/** Anybody mistypes a password or two. */
const worthTelling = 3
/** For so many seconds what goes on is one burst. */
const burst = 900

type Attempt = {
  /** Username or e-mail address. */
  username: string
  password: string
  address: string
  browser: Buffer | undefined
}

/**
 * The user with this name and password. Refuses with 401, after the same work whether or not there
 * is such a user; with 403 a banned or unverified one whose password was right; with 429 guessing.
 */
export async function logIn(db: Database, { username, password, address, browser }: Attempt) {
  const [user, held] = await Promise.all([findByName(db, username), findHeldPassword(db, username)])
  const known = browser !== undefined && (await isKnownBrowser(db, user?.id ?? 0, browser))
  const source = { id: known ? browser.toString('hex') : address, knownBrowser: known }
  const tried = await countAttempt(db, username, source)

  // An address may be an account's and a held sign-up's at once; both are tried whoever is there.
  const [own, other] = await Promise.all([
    verifyPassword(user?.password_hash ?? unmatched, password),
    verifyPassword(held ?? unmatched, password),
  ])
  if (!own && !other) {
    if (tried >= worthTelling) await logFailures(db, username, tried, user?.id)
    throw new Refusal(401, 'Invalid username or password')
  }
  await forgetFailures(db, username, source)
  if (user && own && user.banned) throw new Refusal(403, 'This account is banned')
  if (!user || !own || !user.verified_at) {
    throw new Refusal(403, 'Please verify your email before signing in')
  }
  await db
    .updateTable('users')
    .set({ last_login_at: sql`now()` })
    .where('id', '=', user.id)
    .execute()
  return user
}

/** What was typed as a name is not kept: it may be a password, or somebody's address. */
function logFailures(db: Database, name: string, attempts: number, userId: number | undefined) {
  return logBurst(db, `wrong password ${hashName(name).toString('hex')}`, burst, {
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
