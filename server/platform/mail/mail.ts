import { sql } from 'kysely'
import type { MailTextName } from '#contract/platform/mail-texts.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { addJob } from '#server/kernel/jobs/jobs.ts'
import type { FramedMail } from './frame.ts'
import { sendMail } from './jobs.ts'

/** The mails whose texts cannot be edited. */
type Fixed =
  | 'problems'
  | 'problems-over'
  | 'dispute-opened'
  | 'dispute-due'
  | 'dispute-closed'
  | 'sharing'
  | 'device-released'
  | 'campaign-test'
  | 'text-test'

type Edited<Text> = Text extends `mail-${infer Name}` ? Name : never

/** The mails to individuals. */
export type Template = Fixed | Edited<MailTextName>

/** The recipients are waiting for these mails, so they are sent before a backlog of notices. */
const awaited: ReadonlySet<Template> = new Set<Template>([
  'verification',
  'address-taken',
  'invitation',
  'password-reset',
  'password-changed',
  'new-sign-in',
  'second-factor-on',
  'second-factor-off',
  'second-factor-removed',
  'recovery-code-used',
  'wrong-codes',
  'receipt',
  'payout-code',
  'campaign-test',
  'text-test',
])

type NewMail = FramedMail & {
  to: string
  /** The user that the mail is about, for the list of mails that a user received. */
  userId?: number
  template: Template
  headers?: Record<string, string>
  /** The ids that the mail was rendered from. */
  about?: Record<string, string | number | readonly number[]>
  /** Deduplication key: a mail with a key that was used before is not sent again. */
  once?: string
}

/** A mail that staff send again. */
export type Resend = { mail: number; staff: number }

/**
 * Queues a mail and the job that sends it, in the caller's transaction if there is one. Returns its
 * id, or undefined if a mail with the same `once` key exists.
 */
export async function queueMail(
  db: Database,
  mail: NewMail,
  again?: Resend,
): Promise<number | undefined> {
  const urgent = awaited.has(mail.template) || again !== undefined
  const written = await db
    .with('written', (tx) =>
      tx
        .insertInto('mails')
        .values({
          user_id: mail.userId ?? null,
          recipient: mail.to,
          template: mail.template,
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
