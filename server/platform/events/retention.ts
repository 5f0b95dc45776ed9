import { sql } from 'kysely'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import { dropMonths, makeMonths } from '#server/kernel/database/months.ts'
import type { RetentionRule } from '#server/kernel/database/retention.ts'

/** Longer than any consumer needs to catch up; older events are in the log. */
const keeps = '35 days'

export const eventRetention: readonly RetentionRule[] = [
  { what: 'Months of events', keeps, whole: turnEventMonths },
]

export async function turnEventMonths(db: Database) {
  await makeMonths(db, 'events')
  await dropMonths(db, 'events', sql<Date>`now() - ${keeps}::interval`)
}

/** Empties the data of a user's events. The rows remain, with type and time. */
export async function scrubEventsOf(tx: Tx, userId: number) {
  await tx.updateTable('events').set({ data: '{}' }).where('user_id', '=', userId).execute()
}
