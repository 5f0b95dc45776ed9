import type { Role } from '#contract/people/staff-users.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail, type Resend } from '#server/platform/mail/mail.ts'
import { removeAbandoned } from '#server/platform/sessions/abandoned.ts'
import { issueToken } from '#server/platform/sessions/mailed-tokens.ts'
import { replaceByInvited } from '#server/platform/sessions/replaced.ts'
import { active } from '#server/platform/users/living.ts'
import { masked } from '#server/platform/users/masked.ts'
import { getUser } from '#server/platform/users/users.ts'
import { invitationMail, writeInvitationMail } from './mail-texts.ts'
import { takenRefusal } from './taken.ts'

type Invited = { username: string; email: string; role: Role }

/** Replaces an unverified sign-up, maybe a stranger's. Throws 409 for a taken name or address. */
export async function inviteUser(db: Database, sender: Sender, staff: Staff, invited: Invited) {
  const { username, email, role } = invited
  await removeAbandoned(db, invited)
  return transaction(db, async (tx) => {
    const columns = { username, email, admin: role === 'admin', support: role === 'support' }
    const user = (await replaceByInvited(tx, columns)) ?? (await insert(tx, columns))
    await mailInvitation(tx, sender, user)
    await record(tx, 'user.invited', {
      userId: user.id,
      staff,
      data: { role, email: masked(email) },
    })
    return getUser(tx, user.id)
  }).catch((error) => {
    throw takenRefusal(error) ?? error
  })
}

function insert(
  tx: Tx,
  columns: { username: string; email: string; admin: boolean; support: boolean },
) {
  return tx
    .insertInto('users')
    .values(columns)
    .returning(['id', 'username', 'email'])
    .executeTakeFirstOrThrow()
}

export async function mailInvitation(
  db: Database,
  sender: Sender,
  user: { id: number; username: string; email: string },
  again?: Resend,
) {
  const token = await issueToken(db, user, 'invite')
  const mail = {
    ...writeInvitationMail(sender, user.username, token),
    to: user.email,
    userId: user.id,
    template: invitationMail,
  } as const
  return queueMail(db, mail, again)
}

export async function mailInvitationAgain(
  db: Database,
  sender: Sender,
  email: string,
  again: Resend,
): Promise<number | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'username', 'email'])
    .where('email', '=', email)
    .where('password_hash', 'is', null)
    .where(active)
    .executeTakeFirst()
  return user && mailInvitation(db, sender, user, again)
}
