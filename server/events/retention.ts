import { sql } from 'kysely'
import type { Database, Tx } from '#server/kernel/database.ts'

/** Longer than any consumer needs to catch up; older events are in the log. */
const days = 35

export async function forgetOldEvents(db: Database) {
  await db
    .deleteFrom('events')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
}

/** Empties the data of a user's events. The rows stay, with type and time. */
export async function scrubEventsOf(tx: Tx, userId: number) {
  await tx.updateTable('events').set({ data: '{}' }).where('user_id', '=', userId).execute()
}
