import { record } from '#server/events/record.ts'
import { type Database, transaction } from '#server/kernel/database.ts'
import type { Staff } from '#server/logs/staff.ts'
import { endSessions } from '#server/sessions/sessions.ts'
import { lockUser } from '#server/users/users.ts'

/** Signs a user out of all browsers and loaders. Throws 404. */
export function endSessionsOf(
  db: Database,
  staff: Staff,
  { userId, reason }: { userId: number; reason: string },
) {
  return transaction(db, async (tx) => {
    await lockUser(tx, userId)
    await endSessions(tx, userId)
    await record(tx, 'sessions.ended', { userId, staff, data: { reason } })
  })
}
