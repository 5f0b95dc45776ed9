import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'

/** By then the job that delivers a mail has given up, whatever became of it. */
const days = 7

/** A mail that was never sent loses its text as well: its links open accounts. */
export async function forgetUndelivered(db: Database) {
  await db
    .updateTable('mails')
    .set({ status: 'failed', error: 'It was not sent in a week', text_body: '', html_body: '' })
    .where('status', '=', 'queued')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
}
