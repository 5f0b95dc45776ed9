import { mails } from '#contract/platform/mail.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { findMail } from '#server/platform/texts/declared-mails.ts'
import { living } from '#server/platform/users/living.ts'
import type { Sender } from './frame.ts'
import { beginMailPause } from './pauses.ts'

const pauses = [60]

const { refusals } = mails.resend

/**
 * Renders the mail again with current data and new links, because sent content is not stored.
 * Refuses while the mail is queued, if it no longer applies, and within a minute.
 */
export function resendMail(db: Database, sender: Sender, id: number, staff: Staff) {
  return transaction(db, async (tx) => {
    const mail = await tx
      .selectFrom('mails')
      .select(['user_id', 'template', 'subject', 'status', 'about'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!mail) throw new Refusal(refusals.unknown_mail)
    if (mail.status === 'queued') throw new Refusal(refusals.mail_queued)
    const rerender = findMail(mail.template)?.again
    const user = await tx
      .selectFrom('users')
      .select(['username', 'email'])
      .where('id', '=', mail.user_id)
      .where(living)
      .executeTakeFirst()
    if (!rerender || !user) throw new Refusal(refusals.mail_out_of_date)
    if (await beginMailPause(tx, 'resend', String(id), pauses)) {
      throw new Refusal(refusals.just_resent)
    }
    const about = mail.about as Record<string, unknown>
    const written = await rerender(tx, sender, { user, about }, { mail: id, staff: staff.id })
    if (!written) throw new Refusal(refusals.mail_out_of_date)
    await record(tx, 'mail.resent', {
      staff,
      userId: mail.user_id!,
      data: { mail: id, subject: mail.subject, sent_as: written },
    })
    return written
  })
}
