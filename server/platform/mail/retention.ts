import { sql } from 'kysely'
import type { RetentionRule } from '#server/kernel/database/retention.ts'

export const mailRetention: readonly RetentionRule[] = [
  {
    // The links of a mail grant access to accounts. Delivery has stopped retrying by then.
    what: 'Content of emails that could not be sent',
    table: 'mails',
    since: 'created_at',
    keeps: '7 days',
    where: sql`status = 'queued'`,
    set: sql`status = 'failed', error = 'It was not sent in a week', text_body = '', html_body = ''`,
  },
  {
    what: 'Recipient, time and subject of emails',
    table: 'mails',
    since: 'created_at',
    keeps: '400 days',
  },
]
