import type { LogEntry } from './log.ts'

/** The member of staff who acts, as the session knows them. */
export type Staff = { id: number; username: string }

/** What a build pipeline acts by, as its key is called. */
export type ActingKey = { id: number; name: string }

/** Who did what either may. */
export type StaffOrKey = { staff: Staff; key?: never } | { key: ActingKey; staff?: never }

export type StaffAction = {
  /** What was done, for example `Order refunded`. */
  message: string
  /** Whom it was done to: the entry then shows on their page, else on the staff member's own. */
  userId?: number | undefined
  /** What it was done to: ids and names. */
  about?: Record<string, unknown>
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/**
 * The log entry of an action by staff: who, what, before and after. Of `before` and `after` only what
 * differs is kept; never pass a secret.
 */
export function staffEntry(staff: Staff, action: StaffAction): LogEntry {
  const { message, userId = staff.id, about = {}, before = {}, after = {} } = action
  const differing = difference(before, after)
  const differs = Object.keys({ ...differing.before, ...differing.after }).length > 0
  return {
    source: 'staff',
    message,
    userId,
    details: { by: staff.username, by_uid: staff.id, ...about, ...(differs && differing) },
  }
}

/** The parts of two states in which they differ. */
export function difference<State extends object>(before: State, after: State) {
  const differs = (key: string) =>
    JSON.stringify(before[key as keyof State]) !== JSON.stringify(after[key as keyof State])
  const only = (state: State): Partial<State> =>
    Object.fromEntries(Object.entries(state).filter(([key]) => differs(key))) as Partial<State>
  return { before: only(before), after: only(after) }
}
