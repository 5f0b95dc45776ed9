import { type Database, transaction } from '#server/kernel/database/database.ts'
import { endThrottle, throttle, throttleUntilEnded } from '#server/kernel/http/throttle.ts'
import { type LogEntry, writeLog } from './log.ts'

/** Repeating the cause cannot fill the log: one entry per key within the given seconds. */
export function logThrottled(db: Database, key: string, seconds: number, entry: LogEntry) {
  return transaction(db, async (tx) => {
    if (!(await throttle(tx, key, [seconds]))) await writeLog(tx, entry)
  })
}

/** Logs the start of an outage once, even when several processes notice it. */
export function logOutage(db: Database, key: string, entry: LogEntry) {
  return transaction(db, async (tx) => {
    if (await throttleUntilEnded(tx, key)) await writeLog(tx, entry)
  })
}

/** Logs the end of an outage once, with its length. Does nothing if there was none. */
export function logRecovery(db: Database, key: string, entry: LogEntry) {
  return transaction(db, async (tx) => {
    const down_s = await endThrottle(tx, key)
    if (down_s === undefined) return
    await writeLog(tx, { ...entry, details: { ...entry.details, down_s } })
  })
}
