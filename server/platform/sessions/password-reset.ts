import { sql } from 'kysely'
import { sessions } from '#contract/platform/sessions.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import { writeLog } from '#server/platform/logs/log.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail, type Resend } from '#server/platform/mail/mail.ts'
import { forgetMailPauses, resetName } from '#server/platform/mail/pauses.ts'
import { endSession, endSessions } from '#server/platform/sessions/sessions.ts'
import { active } from '#server/platform/users/living.ts'
import { forgetBrowsers, rememberBrowser } from './browsers.ts'
import type { Visit } from './cookies.ts'
import { refuseGuessable } from './guessable-passwords.ts'
import { forgetAllFailures } from './login-failures.ts'
import {
  passwordChangedMail,
  passwordResetMail,
  writePasswordChangedMail,
  writePasswordResetMail,
} from './mail-texts.ts'
import { findTokenUser, issueToken, spendToken, spendTokensOf } from './mailed-tokens.ts'
import { hashPassword } from './passwords.ts'
import { replaceable } from './replaced.ts'
import { mailVerificationTo } from './verification.ts'

/** Mails a sign-up its verification link: a reset link would verify the sign-up of a stranger. */
export async function mailPasswordReset(
  db: Database,
  sender: Sender,
  { username, email }: { username: string; email: string },
  again?: Resend,
): Promise<number | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'username', 'email', replaceable.as('replaceable')])
    .where(sql`lower(username)`, '=', sql`lower(${username})`)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where(active)
    .executeTakeFirst()
  if (!user) return undefined
  if (user.replaceable) return mailVerificationTo(db, sender, user, again)
  return transaction(db, async (tx) => {
    const token = await issueToken(tx, user, 'reset')
    const mail = {
      ...writePasswordResetMail(sender, user.username, token),
      to: user.email,
      userId: user.id,
      template: passwordResetMail,
    } as const
    if (!again) {
      const entry = { source: 'auth', message: 'Password reset requested', userId: user.id }
      await writeLog(tx, entry)
    }
    return queueMail(tx, mail, again)
  })
}

const purposes = ['reset', 'invite'] as const

/** Verifies the address, ends sessions and links. A guessable password does not use up the link. */
export async function resetPassword(
  db: Database,
  sender: Sender,
  { token, password, loc }: { token: string; password: string; loc: string[] },
  visit: Visit,
) {
  // Look up the token first, so that guessing tokens does not cost a hash each time.
  const owner = await findTokenUser(db, purposes, token)
  if (!owner) throw new Refusal(sessions.resetPassword.refusals.spent_reset_link)
  refuseGuessable(password, owner, sender.shopName, loc)
  const passwordHash = await hashPassword(password)
  return transaction(db, async (tx) => {
    const link = await spendToken(tx, purposes, token)
    if (!link) throw new Refusal(sessions.resetPassword.refusals.spent_reset_link)
    const { userId } = link
    const user = await tx
      .updateTable('users')
      .set({ password_hash: passwordHash, verified_at: sql`coalesce(verified_at, now())` })
      .where('id', '=', userId)
      .returning(['id', 'username', 'email'])
      .executeTakeFirstOrThrow()
    await endSessions(tx, userId)
    if (visit.session) await endSession(tx, visit.session)
    await forgetBrowsers(tx, userId)
    // Failed attempts from other browsers do not lock out a browser that has signed in before.
    const browser = await rememberBrowser(tx, userId, visit.browser)
    await forgetAllFailures(tx, user)
    await forgetMailPauses(tx, 'reset', resetName(user))
    const invited = link.purpose === 'invite'
    await record(tx, invited ? 'invitation.accepted' : 'password.reset', { userId, data: {} })
    if (invited) await spendTokensOf(tx, userId, purposes)
    else await tellPasswordChanged(tx, sender, user)
    return { browser: browser.token }
  })
}

/** Invalidates the links that could change the password again, and mails the user. */
export async function tellPasswordChanged(
  db: Database,
  sender: Sender,
  user: { id: number; username: string; email: string },
) {
  await spendTokensOf(db, user.id, purposes)
  await queueMail(db, {
    ...writePasswordChangedMail(sender, user.username),
    to: user.email,
    userId: user.id,
    template: passwordChangedMail,
  })
}
