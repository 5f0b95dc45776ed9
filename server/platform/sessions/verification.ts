import { sql } from 'kysely'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { hashToken } from '#server/kernel/secrets/tokens.ts'
import { record } from '#server/platform/events/record.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail, type Resend } from '#server/platform/mail/mail.ts'
import { forgetMailPauses, verificationName } from '#server/platform/mail/pauses.ts'
import { living } from '#server/platform/users/living.ts'
import { findHeldAt } from './held-signups.ts'
import { verificationMail, writeVerificationMail, writeVerificationsMail } from './mail-texts.ts'
import { issueToken, spendToken, spendTokensOf } from './mailed-tokens.ts'
import { invalidLink, replaceable, replaceUser } from './replaced.ts'

type SignUp = { id: number; username: string; email: string }

/** With `held`, the link turns that held sign-up into the account. */
export async function mailVerification(
  db: Database,
  sender: Sender,
  user: SignUp,
  again?: Resend,
  held?: SignUp,
) {
  const token = await issueToken(db, user, 'verify', held?.id)
  const mail = {
    ...writeVerificationMail(sender, (held ?? user).username, token),
    to: user.email,
    userId: user.id,
    template: verificationMail,
  } as const
  return queueMail(db, mail, again)
}

/** Links per day. A stranger's sign-ups must not keep the owner from requesting one. */
const mailedPerDay = { signUp: 10, request: 50 }

export async function wasMailedOften(db: Database, email: string, by: keyof typeof mailedPerDay) {
  const { count } = await db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(sql`lower(recipient)`, '=', sql`lower(${email})`)
    .where('template', '=', 'verification')
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return count >= mailedPerDay[by]
}

/** Each sign-up gets only its own link. A request without a name gets one mail with all. */
export async function mailVerificationTo(
  db: Database,
  sender: Sender,
  { email, username }: { email: string; username?: string | undefined },
  again?: Resend,
): Promise<number | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'username', 'email', replaceable.as('replaceable')])
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('verified_at', 'is', null)
    .where(living)
    .executeTakeFirst()
  if (!user || (await wasMailedOften(db, email, 'request'))) return undefined
  return transaction(db, async (tx) => {
    const held = user.replaceable ? await findHeldAt(tx, email) : []
    if (username === undefined && held.length > 0) {
      return mailAllVerifications(tx, sender, user, held, again)
    }
    const asked = (username ?? user.username).toLowerCase()
    if (user.username.toLowerCase() === asked) return mailVerification(tx, sender, user, again)
    const own = held.find((signup) => signup.username.toLowerCase() === asked)
    return own && mailVerification(tx, sender, user, again, own)
  })
}

async function mailAllVerifications(
  tx: Tx,
  sender: Sender,
  user: SignUp,
  held: SignUp[],
  again?: Resend,
) {
  const links = [{ username: user.username, token: await issueToken(tx, user, 'verify') }]
  for (const { id, username } of held) {
    links.push({ username, token: await issueToken(tx, user, 'verify', id) })
  }
  const mail = {
    ...writeVerificationsMail(sender, links),
    to: user.email,
    userId: user.id,
    template: verificationMail,
  } as const
  return queueMail(tx, mail, again)
}

/** Discards other sign-ups with the address. A link of a verified address also succeeds. */
export async function verifyEmail(db: Database, token: string) {
  const verified = await transaction(db, async (tx) => {
    const spent = await spendToken(tx, ['verify'], token)
    if (!spent) return hasVerified(tx, token)
    const { userId } = spent
    if (spent.heldSignup) await replaceUser(tx, userId, spent.heldSignup)
    const user = await tx
      .updateTable('users')
      .set({ verified_at: sql`coalesce(verified_at, now())` })
      .where('id', '=', userId)
      .returning(['username', 'email'])
      .executeTakeFirstOrThrow()
    await forgetMailPauses(tx, 'verification', user.email)
    await forgetMailPauses(tx, 'verification', verificationName(user))
    await dropHeldLinks(tx, userId)
    await spendTokensOf(tx, userId, ['verify'])
    await record(tx, 'user.verified', { userId, data: {} })
    return true
  })
  if (!verified) throw invalidLink()
}

/** Deletes the links. If marked as used, they would claim that those sign-ups were verified. */
function dropHeldLinks(tx: Tx, userId: number) {
  return tx
    .deleteFrom('mailed_tokens')
    .where('user_id', '=', userId)
    .where('held_signup_id', 'is not', null)
    .execute()
}

async function hasVerified(db: Database, token: string) {
  const found = await db
    .selectFrom('mailed_tokens')
    .innerJoin('users', 'users.id', 'mailed_tokens.user_id')
    .select('users.id')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', 'verify')
    .where('used_at', 'is not', null)
    .where('users.verified_at', 'is not', null)
    .whereRef('users.email', '=', 'mailed_tokens.email')
    .executeTakeFirst()
  return found !== undefined
}
