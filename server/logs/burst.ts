import { type Database, transaction } from '#server/kernel/database.ts'
import { endThrottle, throttle, throttleUntilEnded } from '#server/kernel/throttle.ts'
import { type LogEntry, writeLog } from './log.ts'

/**
 * Writes the entry unless one with the same key was written within so many seconds: what somebody
 * can repeat at will must not fill the log.
 */
export function logBurst(db: Database, key: string, seconds: number, entry: LogEntry) {
  return transaction(db, async (tx) => {
    if (!(await throttle(tx, key, [seconds]))) await writeLog(tx, entry)
  })
}

/** Says once that something is out of order, whichever process finds it so. */
export function logOutage(db: Database, key: string, entry: LogEntry) {
  return transaction(db, async (tx) => {
    if (await throttleUntilEnded(tx, key)) await writeLog(tx, entry)
  })
}

/** Says once that it is in order again, with how long it was not; nothing when it always was. */
export function logRecovery(db: Database, key: string, entry: LogEntry) {
  return transaction(db, async (tx) => {
    const down_s = await endThrottle(tx, key)
    if (down_s === undefined) return
    await writeLog(tx, { ...entry, details: { ...entry.details, down_s } })
  })
}
