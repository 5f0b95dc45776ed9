import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import { addJob } from '#server/kernel/jobs/jobs.ts'
import type { FramedMail } from './frame.ts'
import { sendMail } from './jobs.ts'
import type { Rerender } from './rerender.ts'

/** A mail to individuals. Each domain lists its mails in its `domain.ts`. */
export type Mail = {
  name: string
  /** The recipient is waiting for it, so it is sent before a backlog of notices. */
  urgent?: boolean
  /** Renders it again. Null for a mail about a moment, such as a sign-in, which would seem new. */
  again?: Rerender | null
}

type NewMail = FramedMail & {
  to: string
  /** The user that the mail is about, for the list of mails that a user received. */
  userId?: number
  template: Mail
  headers?: Record<string, string>
  /** The ids that the mail was rendered from. */
  about?: Record<string, string | number | readonly number[]>
  /** Deduplication key: a mail with a key that was used before is not sent again. */
  once?: string
}

export type Resend = { mail: number; staff: number }

/** Uses the caller's transaction, if any. Returns undefined if a mail with this `once` exists. */
export async function queueMail(
  db: Database,
  mail: NewMail,
  again?: Resend,
): Promise<number | undefined> {
  const urgent = mail.template.urgent || again !== undefined
  const written = await db
    .with('written', (tx) =>
      tx
        .insertInto('mails')
        .values({
          user_id: mail.userId ?? null,
          recipient: mail.to,
          template: mail.template.name,
          subject: mail.subject,
          text_body: mail.text,
          html_body: mail.html,
          headers: JSON.stringify(mail.headers ?? {}),
          about: JSON.stringify(mail.about ?? {}),
          once: again ? null : (mail.once ?? null),
          resend_of: again?.mail ?? null,
          resent_by: again?.staff ?? null,
        })
        .onConflict((conflict) => conflict.column('once').doNothing())
        .returning('id'),
    )
    .selectFrom('written')
    .select(['id', addJob({ ...sendMail, urgent }, sql`json_build_object('mail', id)`).as('added')])
    .executeTakeFirst()
  return written?.id
}
