import { type Database, transaction } from '#server/kernel/database.ts'
import { enqueue } from '#server/kernel/jobs.ts'
import type { FramedMail } from './frame.ts'
import { sendMail } from './jobs.ts'

type NewMail = FramedMail & {
  to: string
  /** Whom it is about, for the list of mails that a user got. */
  userId?: number
  /** A name for this kind of mail, in lists and filters. */
  template: string
  headers?: Record<string, string>
}

/** Writes a mail and the job that sends it, in the caller's transaction when there is one. */
export function queueMail(db: Database, mail: NewMail): Promise<number> {
  return transaction(db, async (tx) => {
    const { id } = await tx
      .insertInto('mails')
      .values({
        user_id: mail.userId ?? null,
        recipient: mail.to,
        template: mail.template,
        subject: mail.subject,
        text_body: mail.text,
        html_body: mail.html,
        headers: JSON.stringify(mail.headers ?? {}),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(tx, sendMail, { mail: id }, { key: `mail ${id}` })
    return id
  })
}
