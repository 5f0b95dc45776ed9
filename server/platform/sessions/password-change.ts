import { type Database, transaction } from '#server/kernel/database/database.ts'
import type { SessionUser } from '#server/kernel/http/callers.ts'
import { record } from '#server/platform/events/record.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { endSessions, renewSession } from '#server/platform/sessions/sessions.ts'
import { forgetBrowsers } from './browsers.ts'
import type { Visit } from './cookies.ts'
import { requirePassword, wrongPassword } from './current-password.ts'
import { refuseGuessable } from './guessable-passwords.ts'
import { tellPasswordChanged } from './password-reset.ts'
import { hashPassword } from './passwords.ts'

/** Ends the user's other sessions. Returns this one's new token. Refuses a guessable password. */
export async function changePassword(
  db: Database,
  sender: Sender,
  user: SessionUser,
  { current, next }: { current: string; next: string },
  { browser }: Pick<Visit, 'browser'>,
) {
  const currentHash = await requirePassword(db, user.id, current, {})
  refuseGuessable(next, user, sender.shopName, ['body', 'new_password'])
  const passwordHash = await hashPassword(next)
  return transaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', user.id)
      // The password changed since it was checked, so the checked one is no longer current.
      .where('password_hash', '=', currentHash)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw wrongPassword({})
    await endSessions(tx, user.id, user.sessionId)
    await forgetBrowsers(tx, user.id, browser)
    await record(tx, 'password.changed', { userId: user.id, data: {} })
    await tellPasswordChanged(tx, sender, user)
    return renewSession(tx, user.sessionId)
  })
}
