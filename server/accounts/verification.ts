import { sql } from 'kysely'
import { type Database, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { hashToken } from '#server/kernel/sessions.ts'
import { writeLog } from '#server/logs/log.ts'
import type { Sender } from '#server/mail/frame.ts'
import { queueMail, type Resend } from '#server/mail/mail.ts'
import { verificationMail } from './emails.ts'
import { issueToken, spendToken, spendTokensOf } from './mailed-tokens.ts'

/** Mails the link that verifies this user's address. */
export async function mailVerification(
  db: Database,
  sender: Sender,
  user: { id: number; username: string; email: string },
  again?: Resend,
) {
  const token = await issueToken(db, user, 'verify')
  const mail = {
    ...verificationMail(sender, user.username, token),
    to: user.email,
    userId: user.id,
    template: 'verification',
  } as const
  return queueMail(db, mail, again)
}

/** The same for whoever has this address, if anybody does and has not verified it yet. */
export async function mailVerificationTo(
  db: Database,
  sender: Sender,
  email: string,
  again?: Resend,
) {
  const user = await db
    .selectFrom('users')
    .select(['id', 'username', 'email'])
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('verified_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return user && transaction(db, (tx) => mailVerification(tx, sender, user, again))
}

/** Marks the address as verified. The link of an address that is verified already is fine too. */
export async function verifyEmail(db: Database, token: string) {
  const verified = await transaction(db, async (tx) => {
    const spent = await spendToken(tx, ['verify'], token)
    if (!spent) return hasVerified(tx, token)
    const { userId } = spent
    await tx
      .updateTable('users')
      .set({ verified_at: sql`coalesce(verified_at, now())` })
      .where('id', '=', userId)
      .execute()
    await spendTokensOf(tx, userId, ['verify'])
    await writeLog(tx, { source: 'auth', level: 'success', message: 'Email verified', userId })
    return true
  })
  if (!verified) throw new Refusal(400, 'This verification link is invalid or has expired')
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
