import { sql } from 'kysely'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { writeLog } from '#server/logs/log.ts'
import type { Sender } from '#server/mail/frame.ts'
import { queueMail } from '#server/mail/mail.ts'
import { takeReferralCode } from '#server/referrals/codes.ts'
import type { Settings } from '#server/settings/settings.ts'
import { removeAbandoned } from './abandoned.ts'
import { addressTakenMail } from './emails.ts'
import { holdSignup, isHeld } from './held-signups.ts'
import { beginMailPause } from './mail-pauses.ts'
import { hashPassword } from './passwords.ts'
import { mailVerification } from './verification.ts'

type Signup = { username: string; email: string; password: string; refcode?: string | null }

/**
 * Creates an unverified account and mails its verification link. When the address has an account
 * the caller learns nothing: its owner is told by mail, and the username is held as if it were
 * taken. Refuses with 403 while registration is closed, 409 for a taken username, 422 for a code.
 */
export async function signUp(db: Database, settings: Settings, sender: Sender, signup: Signup) {
  if (settings.registration_disabled) {
    throw new Refusal(403, 'Registration is currently disabled')
  }
  if (settings.registration_by_referral && !signup.refcode) {
    throw new Refusal(422, 'A valid referral code is required', ['body', 'refcode'])
  }
  const passwordHash = await hashPassword(signup.password)
  await removeAbandoned(db, signup)
  await transaction(db, async (tx) => {
    const referrer = await referrerOf(tx, settings, signup.refcode)
    if (await isHeld(tx, signup.username)) throw taken()
    const user = await insert(tx, signup, passwordHash, referrer)
    if (user) {
      await writeLog(tx, {
        source: 'auth',
        message: 'Signed up',
        details: { referred: referrer !== null },
        userId: user.id,
      })
      return mailVerification(tx, sender, user)
    }
    const owner = await findOwner(tx, signup.email)
    if (!owner || (await isTaken(tx, signup.username))) throw taken()
    await holdSignup(tx, signup, passwordHash)
    await tellOwner(tx, sender, owner)
  })
}

function taken() {
  return new Refusal(409, 'This username is already taken')
}

async function referrerOf(tx: Tx, settings: Settings, code: string | null | undefined) {
  if (!code) return null
  const referrer = await takeReferralCode(tx, code, settings.referral_code_uses)
  if (referrer === undefined) {
    throw new Refusal(422, 'This referral code is not valid', ['body', 'refcode'])
  }
  return referrer
}

/** The new user, or undefined when name or address are taken, also by one that comes first now. */
function insert(tx: Tx, { username, email }: Signup, hash: string, referrer: number | null) {
  return tx
    .insertInto('users')
    .values({ username, email, password_hash: hash, referred_by: referrer })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'username', 'email'])
    .executeTakeFirst()
}

function findOwner(tx: Tx, email: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'username', 'email', 'verified_at'])
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()
}

async function isTaken(tx: Tx, username: string) {
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where(sql`lower(username)`, '=', sql`lower(${username})`)
    .executeTakeFirst()
  return found !== undefined
}

/** At most once an hour: a form must not be a way to fill somebody's mailbox. */
async function tellOwner(
  tx: Tx,
  sender: Sender,
  owner: { id: number; username: string; email: string; verified_at: Date | null },
) {
  if (!(await beginMailPause(tx, 'taken', owner.email, 3600))) return
  if (!owner.verified_at) return mailVerification(tx, sender, owner)
  await queueMail(tx, {
    ...addressTakenMail(sender, owner.username),
    to: owner.email,
    userId: owner.id,
    template: 'address-taken',
  })
}
