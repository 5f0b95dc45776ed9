import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'

/** Keys that somebody tried and nothing proved: sealed or not, they are none of the shop's. */
export async function forgetOldTrials(db: Database) {
  await db.deleteFrom('service_trials').where('expires_at', '<', sql<Date>`now()`).execute()
}
