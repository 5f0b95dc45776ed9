import type { Database } from '#server/kernel/database.ts'
import { writeLog } from './log.ts'

/** The member of staff who acts, as the session knows them. */
export type Staff = { id: number; username: string }

type StaffAction = {
  /** What was done, for example `Order refunded`. */
  message: string
  /** Whom it was done to: the entry then shows on their page, else on the staff member's own. */
  userId?: number
  /** What it was done to: ids and names. */
  about?: Record<string, unknown>
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/**
 * Keeps what a staff member did: who, what, before and after. Call it in the transaction that does
 * it. Of `before` and `after` only what differs is kept; never pass a secret.
 */
export function logStaffAction(db: Database, staff: Staff, action: StaffAction): Promise<void> {
  const { message, userId = staff.id, about = {}, before = {}, after = {} } = action
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  const only = (values: Record<string, unknown>) =>
    Object.fromEntries(changed.filter((key) => key in values).map((key) => [key, values[key]]))
  return writeLog(db, {
    source: 'staff',
    message,
    userId,
    details: {
      by: staff.username,
      by_uid: staff.id,
      ...about,
      ...(changed.length > 0 && { before: only(before), after: only(after) }),
    },
  })
}
