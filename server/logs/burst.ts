import { sql } from 'kysely'
import { type Database, transaction } from '#server/kernel/database.ts'
import { type LogEntry, writeLog } from './log.ts'

/**
 * Writes the entry unless one with the same key was written within so many seconds: what somebody
 * can repeat at will must not fill the log.
 */
export function logBurst(db: Database, key: string, seconds: number, entry: LogEntry) {
  const ends_at = sql<Date>`now() + make_interval(secs => ${seconds})`
  return transaction(db, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('log_bursts')
      .values({ key, ends_at })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ began_at: sql`now()`, ends_at })
          .where('log_bursts.ends_at', '<=', sql<Date>`now()`),
      )
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 1n) await writeLog(tx, entry)
  })
}

/** Says once that something is out of order, whichever process finds it so. */
export function logOutage(db: Database, key: string, entry: LogEntry) {
  return transaction(db, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('log_bursts')
      .values({ key, ends_at: sql<Date>`'infinity'` })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 1n) await writeLog(tx, entry)
  })
}

/** Says once that it is in order again, with how long it was not; nothing when it always was. */
export function logRecovery(db: Database, key: string, entry: LogEntry) {
  return transaction(db, async (tx) => {
    const ended = await tx
      .deleteFrom('log_bursts')
      .where('key', '=', key)
      .returning(sql<number>`extract(epoch from now() - began_at)::int`.as('seconds'))
      .executeTakeFirst()
    if (!ended) return
    await writeLog(tx, { ...entry, details: { ...entry.details, down_s: ended.seconds } })
  })
}
