import { sql } from 'kysely'
import { sessions } from '#contract/platform/sessions.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { Refusal, violatedConstraint } from '#server/kernel/http/errors.ts'
import { deleteOwnRows } from '#server/platform/users/own-rows.ts'
import { heldHours, holdSignup } from './held-signups.ts'

// The first to sign up with an address need not be its owner. Until the address is verified, each
// sign-up with it has its own link. The sign-up whose link is followed becomes the account.

/** Never verified, never used, and not created by staff. */
export const replaceable = sql<boolean>`(verified_at is null and last_login_at is null
  and deleted_at is null and password_hash is not null and not banned and not admin and not support)`

/**
 * Swaps the account's username and password with those of the held sign-up. Refuses with 400 if the
 * account has since been verified or used, or staff gave the name away.
 */
export async function replaceUser(tx: Tx, userId: number, heldId: number) {
  const before = await lockReplaceable(tx).where('id', '=', userId).executeTakeFirst()
  if (!before) throw invalidLink()
  await keepLinksOf(tx, userId, heldId)
  const held = await tx
    .deleteFrom('held_signups')
    .where('id', '=', heldId)
    .returning(['username', 'password_hash', 'referred_by'])
    .returning(['terms_version', 'terms_accepted_at'])
    .executeTakeFirstOrThrow()
  await become(tx, userId, held).catch((error) => {
    throw violatedConstraint(error) === 'users_username' ? invalidLink() : error
  })
  await holdLost(tx, before)
}

type Invited = { username: string; email: string; admin: boolean; support: boolean }

/**
 * Turns the sign-up at the address into the account of an invited user, without a password. Holds
 * the sign-up until it expires, without its links. Undefined if there is no unverified sign-up.
 */
export async function replaceByInvited(tx: Tx, invited: Invited) {
  const before = await lockReplaceable(tx)
    .where(sql`lower(email)`, '=', sql`lower(${invited.email})`)
    .executeTakeFirst()
  if (!before) return undefined
  await tx.deleteFrom('mailed_tokens').where('user_id', '=', before.id).execute()
  const none = { password_hash: null, referred_by: null }
  const terms = { terms_version: null, terms_accepted_at: null }
  await become(tx, before.id, { ...invited, ...none, ...terms })
  await holdLost(tx, before)
  return { id: before.id, username: invited.username, email: invited.email }
}

function lockReplaceable(tx: Tx) {
  return tx
    .selectFrom('users')
    .select(['id', 'username', 'email', 'password_hash', 'referred_by'])
    .select(['terms_version', 'terms_accepted_at'])
    .select(sql<number>`extract(epoch from now() - created_at) / 3600`.as('hours'))
    .where(replaceable)
    .forUpdate()
}

type Lost = NonNullable<Awaited<ReturnType<ReturnType<typeof lockReplaceable>['executeTakeFirst']>>>

/** Holds a sign-up that lost its account, for the rest of its time. */
async function holdLost(tx: Tx, before: Lost) {
  const { username, email, password_hash, referred_by, hours } = before
  const terms = { version: before.terms_version, at: before.terms_accepted_at }
  const lost = {
    ...{ username, email, terms },
    passwordHash: password_hash!,
    referredBy: referred_by,
  }
  if (hours < heldHours) await holdSignup(tx, lost, heldHours - hours)
}

/** The links of the winner can be clicked again. Deletes all other links. */
async function keepLinksOf(tx: Tx, userId: number, heldId: number) {
  await tx
    .deleteFrom('mailed_tokens')
    .where('user_id', '=', userId)
    .where(({ or, eb }) =>
      or([eb('held_signup_id', 'is', null), eb('held_signup_id', '<>', heldId)]),
    )
    .execute()
  await tx
    .updateTable('mailed_tokens')
    .set({ held_signup_id: null })
    .where('user_id', '=', userId)
    .execute()
}

type NewPerson = Partial<Invited> & {
  username: string
  password_hash: string | null
  referred_by: number | null
  terms_version: number | null
  terms_accepted_at: Date | null
}

async function become(tx: Tx, userId: number, person: NewPerson) {
  await deleteOwnRows(tx, userId, ['mailed_tokens'])
  await tx
    .updateTable('users')
    .set({
      ...person,
      referred_by: person.referred_by === userId ? null : person.referred_by,
      referral_code: null,
      created_at: sql`now()`,
    })
    .where('id', '=', userId)
    .execute()
}

export function invalidLink() {
  return new Refusal(sessions.verifyEmail.refusals.spent_verification_link)
}
