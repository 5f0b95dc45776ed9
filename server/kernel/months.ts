import { type RawBuilder, sql } from 'kysely'
import { type Database, transaction } from './database.ts'
import { waitForLock } from './named-lock.ts'

/** What is kept in a table for each calendar month, UTC. */
type Monthly = 'logs' | 'events'

/**
 * Makes the tables of this month and the next two. A process that is away for longer loses nothing:
 * what no month was made for waits, and moves to its month here.
 */
export function makeMonths(db: Database, parent: Monthly): Promise<void> {
  return briefly(db, async (tx) => {
    await sql`select make_months(${parent}, now(), now() + interval '2 months')`.execute(tx)
  })
}

/** Drops the months that were over by then, and answers which: `2026-11`. */
export function dropMonths(db: Database, parent: Monthly, by: RawBuilder<Date>): Promise<string[]> {
  return briefly(db, async (tx) => {
    const { rows } = await sql<{ month: string }>`
      select drop_months(${parent}, ${by}) as month`.execute(tx)
    return rows.map(({ month }) => month)
  })
}

/**
 * Making or dropping a table waits for all readers of its parent, and new readers queue behind it. So
 * it gives up soon, for example during an export, and the job tries again.
 */
function briefly<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return transaction(db, async (tx) => {
    await sql`set local lock_timeout = '2s'`.execute(tx)
    // Two who make or drop months at once would wait for each other: a month's table and its parent.
    await waitForLock(tx, 'months')
    return work(tx)
  })
}
