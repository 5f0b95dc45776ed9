import { sql } from 'kysely'
import { sessions } from '#contract/platform/sessions.ts'
import { takenRefusals } from '#contract/wire/credentials.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { beginMailPause } from '#server/platform/mail/pauses.ts'
import { takeReferralCode } from '#server/platform/sessions/referral-codes.ts'
import type { Standing } from '#server/platform/settings/settings.ts'
import { removeAbandoned } from './abandoned.ts'
import { refuseGuessable } from './guessable-passwords.ts'
import { holdSignup, isHeld } from './held-signups.ts'
import { addressTakenMail, writeAddressTakenMail } from './mail-texts.ts'
import { hashPassword } from './passwords.ts'
import { replaceable } from './replaced.ts'
import { mailVerification, wasMailedOften } from './verification.ts'

type Signup = { username: string; email: string; password: string; refcode?: string | null }

/**
 * Creates an unverified account and mails its link. If the address already has an account, the
 * response does not reveal it: the owner is notified by mail, and the sign-up is held. A held
 * sign-up becomes the account when its own link is followed and the other one is not verified.
 */
export async function signUp(db: Database, settings: Standing, sender: Sender, signup: Signup) {
  if (settings.registration_disabled) {
    throw new Refusal(sessions.signup.refusals.registration_closed)
  }
  if (settings.registration_by_referral && !signup.refcode) {
    throw new Refusal(sessions.signup.refusals.referral_code_required, { loc: ['body', 'refcode'] })
  }
  refuseGuessable(signup.password, signup, sender.shopName, ['body', 'password'])
  const passwordHash = await hashPassword(signup.password)
  await removeAbandoned(db, signup)
  await transaction(db, async (tx) => {
    const referrer = await referrerOf(tx, settings, signup.refcode)
    if (await isHeld(tx, signup.username)) throw new Refusal(takenRefusals.username_taken)
    const terms = settings.legalVersions.terms
    const user = await insert(tx, signup, passwordHash, referrer, terms)
    if (user) {
      await record(tx, 'user.signed_up', {
        userId: user.id,
        data: { referred: referrer !== null },
      })
      return mailVerification(tx, sender, user)
    }
    const owner = await findOwner(tx, signup.email)
    if (!owner || (await isTaken(tx, signup.username))) {
      throw new Refusal(takenRefusals.username_taken)
    }
    const held = await holdSignup(tx, {
      ...signup,
      passwordHash,
      referredBy: referrer,
      terms: { version: terms, at: null },
    })
    await tellOwner(tx, sender, owner, { id: held, ...signup })
  })
}

async function referrerOf(tx: Tx, settings: Standing, code: string | null | undefined) {
  if (!code) return null
  const referrer = await takeReferralCode(tx, code, settings.referral_code_uses)
  if (referrer === undefined) {
    throw new Refusal(sessions.signup.refusals.unknown_referral_code, { loc: ['body', 'refcode'] })
  }
  return referrer
}

/** Undefined if the name or address is taken, including by a concurrent sign-up. */
function insert(
  tx: Tx,
  { username, email }: Signup,
  hash: string,
  referrer: number | null,
  terms: number,
) {
  return tx
    .insertInto('users')
    .values({
      username,
      email,
      password_hash: hash,
      referred_by: referrer,
      terms_version: terms,
      terms_accepted_at: sql`now()`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'username', 'email'])
    .executeTakeFirst()
}

function findOwner(tx: Tx, email: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'username', 'email', 'verified_at', replaceable.as('replaceable')])
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

type Owner = { id: number; username: string; email: string; verified_at: Date | null }

/** At most ten mails a day to an address that waits for a link, one an hour to any other. */
async function tellOwner(
  tx: Tx,
  sender: Sender,
  owner: Owner & { replaceable: boolean },
  held: { id: number; username: string; email: string },
) {
  if (owner.replaceable) {
    if (await wasMailedOften(tx, owner.email, 'signUp')) return
    return mailVerification(tx, sender, owner, undefined, held)
  }
  if (await beginMailPause(tx, 'taken', owner.email, [3600])) return
  if (!owner.verified_at) return mailVerification(tx, sender, owner)
  await queueMail(tx, {
    ...writeAddressTakenMail(sender, owner.username),
    to: owner.email,
    userId: owner.id,
    template: addressTakenMail,
  })
}
