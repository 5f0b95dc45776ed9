import { type Database, transaction } from '#server/kernel/database/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { endSessions } from '#server/platform/sessions/sessions.ts'
import { lockUser } from '#server/platform/users/users.ts'

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
