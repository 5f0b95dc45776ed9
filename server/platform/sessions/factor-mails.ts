import { type Database, transaction } from '#server/kernel/database/database.ts'
import { throttle } from '#server/kernel/http/throttle.ts'
import { clock } from '#server/kernel/time/clock.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import {
  recoveryCodeUsedMail,
  secondFactorMails,
  writeRecoveryCodeMail,
  writeSecondFactorMail,
  writeWrongCodesMail,
  wrongCodesMail,
} from './mail-texts.ts'

const day = 86_400

export type Addressed = { id: number; username: string; email: string }

export async function tellFactor(
  db: Database,
  sender: Sender,
  user: Addressed,
  now: 'on' | 'off' | 'removed',
) {
  await queueMail(db, {
    ...writeSecondFactorMail(sender, now, user.username),
    to: user.email,
    userId: user.id,
    template: secondFactorMails[now],
  })
}

export async function tellRecoveryCode(
  db: Database,
  sender: Sender,
  { id, username, email }: Addressed,
  left: number,
) {
  await queueMail(db, {
    ...writeRecoveryCodeMail(sender, { username, left, at: clock.date() }),
    to: email,
    userId: id,
    template: recoveryCodeUsedMail,
  })
}

/** Mails the user that someone is trying codes, at most once a day. */
export function tellWrongCodes(db: Database, sender: Sender, { id, username, email }: Addressed) {
  return transaction(db, async (tx) => {
    if (await throttle(tx, `wrong codes told ${id}`, [day])) return
    await queueMail(tx, {
      ...writeWrongCodesMail(sender, { username, at: clock.date() }),
      to: email,
      userId: id,
      template: wrongCodesMail,
    })
  })
}
