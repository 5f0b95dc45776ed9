import { sql } from 'kysely'
import { sessions } from '#contract/platform/sessions.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import type { Keyring } from '#server/kernel/secrets/sealing.ts'
import { record } from '#server/platform/events/record.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { endSession, type Session, startSession } from '#server/platform/sessions/sessions.ts'
import { living } from '#server/platform/users/living.ts'
import { rememberBrowser } from './browsers.ts'
import type { Visit } from './cookies.ts'
import { countGuess, hasFactor, noteWrongCode, takeCode } from './factor-codes.ts'
import { forgetFailures } from './login-failures.ts'
import { deviceOf, tellNewSignIn } from './new-sign-in.ts'
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts'
import { type Password, type Proven, provePassword } from './prove-password.ts'

const { refusals } = sessions.login

type Credentials = Password & { code?: string | undefined }

/** The code that tells the page what the user must do before a session starts. */
export type Challenge = Exclude<Outcome, { done: unknown }>['challenge']

type User = { id: number; username: string; email: string }
type SignedIn<Who extends User> = { user: Who; session: Session; browser: string }

/** Starts a session, replacing the browser's, or returns the missing step. Refuses banned users. */
export async function signIn(
  db: Database,
  sender: Sender,
  ring: Keyring,
  credentials: Credentials,
  visit: Visit,
): Promise<Outcome> {
  const { user: proven, attempt } = await provePassword(db, credentials, visit)
  // Count outside the transaction, because a refused guess rolls it back.
  if (proven && credentials.code !== undefined) {
    await countGuess(db, proven.id, credentials.code, 'signIn')
  }
  const renewedHash =
    proven && isOutdated(proven.passwordHash) ? await hashPassword(credentials.password) : undefined
  const outcome = await transaction<Outcome>(db, async (tx) => {
    const user = await lockProven(tx, proven)
    if (!proven) return { challenge: 'unverified' }
    if (!user || !(await isStillRight(user, proven, credentials))) {
      throw new Refusal(refusals.wrong_credentials)
    }
    if (user.banned) throw new Refusal(refusals.banned)
    if (!user.verified_at) return { challenge: 'unverified' }
    if (await hasFactor(tx, user.id)) {
      if (credentials.code === undefined) return { challenge: 'second_factor_needed' }
      const right = await takeCode(tx, { ring, sender }, user, credentials.code)
      if (!right) return { challenge: 'wrong_factor_code', user }
    }
    // Delete the failures only now, so that codes are limited as strictly as passwords. Otherwise,
    // the password of a sign-up, which anyone can create with this address, would delete them too.
    await forgetFailures(tx, attempt)
    if (renewedHash) await renewHash(tx, user.id, renewedHash)
    return { done: await admit(tx, sender, user, visit) }
  })
  if ('user' in outcome) await noteWrongCode(db, sender, outcome.user, 'password')
  return outcome
}

type Outcome =
  | { done: SignedIn<ProvenUser> }
  | { challenge: 'unverified' | 'second_factor_needed' }
  | { challenge: 'wrong_factor_code'; user: ProvenUser }
type ProvenUser = NonNullable<Awaited<ReturnType<typeof lockProven>>>

/**
 * Reads the user again, because a ban may have come during the check of the password. An unverified
 * sign-up takes the same time, so that the response does not reveal it.
 */
function lockProven(tx: Tx, proven: Proven['user']) {
  return tx
    .selectFrom('users')
    .select(['id', 'username', 'email', 'admin', 'support', 'created_at', 'banned', 'verified_at'])
    .select('password_hash')
    .where('id', '=', proven?.id ?? 0)
    .where(living)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The hash may have changed since it was checked, because of a reset or a concurrent sign-in. */
async function isStillRight(
  { password_hash }: { password_hash: string | null },
  { passwordHash }: NonNullable<Proven['user']>,
  { password }: Password,
) {
  if (password_hash === passwordHash) return true
  return password_hash !== null && verifyPassword(password_hash, password)
}

/** Old hashes cost an attacker less. Only a sign-in has the password that a new one requires. */
function renewHash(tx: Tx, userId: number, passwordHash: string) {
  return tx
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .execute()
}

export async function admit<Who extends User>(
  tx: Tx,
  sender: Sender,
  user: Who,
  visit: Visit,
): Promise<SignedIn<Who>> {
  await tx
    .updateTable('users')
    .set({ last_login_at: sql`now()` })
    .where('id', '=', user.id)
    .execute()
  if (visit.session) await endSession(tx, visit.session)
  const session = await startSession(tx, user.id, visit)
  const browser = await rememberBrowser(tx, user.id, visit.browser)
  const isNew = browser.seen === 'new'
  await record(tx, 'session.started', {
    userId: user.id,
    data: { device: deviceOf(visit.userAgent), new_browser: isNew },
  })
  if (isNew) await tellNewSignIn(tx, sender, user, visit)
  return { user, session, browser: browser.token }
}
