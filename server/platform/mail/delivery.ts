import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { noMailServer } from '#contract/platform/mail.ts'
import {
  BouncedMail,
  MailServerFailure,
  type MailTransport,
  PermanentMailFailure,
} from '#server/adapters/mail/mail.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { isDatabaseTrouble } from '#server/kernel/database/database-trouble.ts'
import { writeLog } from '#server/platform/logs/log.ts'
import { withoutAddresses } from '#server/platform/logs/without-addresses.ts'
import type { Sender } from './frame.ts'
import { suppressBounced } from './suppressions.ts'

/** After this many hours, a mail that the server does not accept fails permanently. */
const giveUpAfterHours = 24

/**
 * Does nothing if the mail was already sent. Throws on a temporary failure, so that the job
 * retries. The content of a sent mail is deleted, because its links grant access to accounts.
 */
export async function deliver(
  db: Database,
  transport: MailTransport | null,
  { siteUrl }: Pick<Sender, 'siteUrl'>,
  id: number,
): Promise<void> {
  const mail = await db
    .selectFrom('mails')
    .select([
      'user_id',
      'template',
      'recipient',
      'subject',
      'text_body',
      'html_body',
      'headers',
      'created_at',
      // Use the database's clock for all senders, because a permanent failure cannot be undone.
      sql<boolean>`created_at < now() - make_interval(hours => ${giveUpAfterHours})`.as('stale'),
    ])
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  if (!mail) return
  try {
    if (!transport) throw new MailServerFailure(noMailServer.no_mail_server.sentence)
    await transport.send({
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text_body,
      html: mail.html_body,
      headers: {
        // The same id for every attempt, so that mailboxes can recognise duplicates.
        'Message-ID': `<mail-${id}-${mail.created_at.getTime()}@${new URL(siteUrl).hostname}>`,
        'Auto-Submitted': 'auto-generated',
        ...(mail.headers as Record<string, string>),
      },
    })
  } catch (error) {
    const { message } = error as Error
    if (error instanceof BouncedMail) await suppressBounced(db, mail.recipient)
    const final = error instanceof PermanentMailFailure || mail.stale
    if (final) {
      return transaction(db, async (tx) => {
        await settle(tx, id, { status: 'failed', error: message.slice(0, 500) })
        await logFailure(tx, { ...mail, id, message })
      })
    }
    await db
      .updateTable('mails')
      .set({ error: message.slice(0, 500) })
      .where('id', '=', id)
      .execute()
    throw error
  }
  await untilNoted(() => settle(db, id, { status: 'sent', error: null }))
}

/** Deletes the content, like that of any failed mail. */
export async function abandon(tx: Tx, id: number) {
  await tx
    .updateTable('mails')
    .set({ status: 'failed', error: 'Discarded by staff', text_body: '', html_body: '' })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()
}

/** How long to retry recording a sent mail in the database, in milliseconds. */
const noteWithin = 30_000

/** If the outcome is not recorded, the mail would be sent again. */
async function untilNoted(note: () => Promise<void>) {
  for (const until = performance.now() + noteWithin; ; await delay(500)) {
    try {
      return await note()
    } catch (error) {
      if (!isDatabaseTrouble(error) || performance.now() > until) throw error
    }
  }
}

type Failed = { id: number; user_id: number | null; template: string; message: string }

function logFailure(tx: Tx, { id, user_id, template, message }: Failed) {
  const error = withoutAddresses(message, 300)
  return writeLog(tx, {
    source: 'mail',
    level: 'error',
    message: 'Email failed',
    details: { mail: id, template, error },
    ...(user_id !== null && { userId: user_id }),
  })
}

async function settle(
  db: Database,
  id: number,
  outcome: { status: 'sent' | 'failed'; error: string | null },
) {
  await db
    .updateTable('mails')
    .set({
      ...outcome,
      text_body: '',
      html_body: '',
      sent_at: outcome.status === 'sent' ? sql`now()` : null,
    })
    .where('id', '=', id)
    .execute()
}
