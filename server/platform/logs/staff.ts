import type { LogEntry } from './log.ts'

export type Staff = { id: number; username: string }

export type ActingKey = { id: number; name: string }

export type StaffOrKey = { staff: Staff; key?: never } | { key: ActingKey; staff?: never }

export type StaffAction = {
  message: string
  /** The affected user. The entry then shows on their page, otherwise on the staff member's own. */
  userId?: number | undefined
  about?: Record<string, unknown>
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Only the differences of `before` and `after` are stored. Never pass a secret. */
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

export function difference<State extends object>(before: State, after: State) {
  const differs = (key: string) =>
    JSON.stringify(before[key as keyof State]) !== JSON.stringify(after[key as keyof State])
  const only = (state: State): Partial<State> =>
    Object.fromEntries(Object.entries(state).filter(([key]) => differs(key))) as Partial<State>
  return { before: only(before), after: only(after) }
}
