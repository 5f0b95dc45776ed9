import { type RawBuilder, sql } from 'kysely'
import { type Database, transaction } from './database.ts'
import { waitForLock } from './named-lock.ts'

type Monthly = 'logs' | 'events'

/** Creates the partitions of this month and the next two. Moves rows out of the default one. */
export function makeMonths(db: Database, parent: Monthly): Promise<void> {
  return briefly(db, async (tx) => {
    await sql`select make_months(${parent}, now(), now() + interval '2 months')`.execute(tx)
  })
}

/** Drops the months that ended before the given time, and returns them: `2026-11`. */
export function dropMonths(db: Database, parent: Monthly, by: RawBuilder<Date>): Promise<string[]> {
  return briefly(db, async (tx) => {
    const { rows } = await sql<{ month: string }>`
      select drop_months(${parent}, ${by}) as month`.execute(tx)
    return rows.map(({ month }) => month)
  })
}

/** A change of partitions blocks all readers, so it times out soon, and the job retries it. */
function briefly<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return transaction(db, async (tx) => {
    await sql`set local lock_timeout = '2s'`.execute(tx)
    // Two concurrent calls would deadlock between a partition and its parent.
    await waitForLock(tx, 'months')
    return work(tx)
  })
}
