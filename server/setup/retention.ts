import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'

/** Those of processes that were killed, and those that nobody followed. */
export async function forgetSpentLinks(db: Database) {
  await db.deleteFrom('setup_links').where('expires_at', '<', sql<Date>`now()`).execute()
}
