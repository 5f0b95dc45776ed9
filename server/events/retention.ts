import { sql } from 'kysely'
import type { Database, Tx } from '#server/kernel/database.ts'
import { dropMonths, makeMonths } from '#server/kernel/months.ts'

/** Longer than any consumer needs to catch up; older events are in the log. */
const days = 35

/** Makes room for the next months, and drops those that ended so many days ago. */
export async function turnEventMonths(db: Database) {
  await makeMonths(db, 'events')
  await dropMonths(db, 'events', sql<Date>`now() - make_interval(days => ${days})`)
}

/** Empties the data of a user's events. The rows stay, with type and time. */
export async function scrubEventsOf(tx: Tx, userId: number) {
  await tx.updateTable('events').set({ data: '{}' }).where('user_id', '=', userId).execute()
}
