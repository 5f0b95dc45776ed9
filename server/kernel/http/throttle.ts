import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'

type Key = string | RawBuilder<string>

/** `times`: the position in the series. `left`: seconds until it ends. */
export type Throttle = { times: number; left: number }

/**
 * Starts a throttle for all processes, or returns the one that is running. Each throttle in a
 * series lasts the next of `lengths` (seconds). The series restarts a day after the last start.
 */
export async function throttle(
  db: Database,
  key: Key,
  lengths: readonly number[],
): Promise<Throttle | undefined> {
  const times = sql<number>`case when throttles.began_at < now() - interval '1 day' then 1
                                 else throttles.times + 1 end`
  const end = (at: typeof times) =>
    sql<Date>`now() + make_interval(secs => (${lengths}::int[])[least(${at}, ${lengths.length}::int)])`
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('throttles')
    .values({ key, ends_at: end(sql`1`) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ times, began_at: sql`now()`, ends_at: end(times) })
        .where('throttles.ends_at', '<=', sql<Date>`now()`),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 1n) return undefined
  const running = await db
    .selectFrom('throttles')
    .select(['times', sql<number>`ceil(extract(epoch from ends_at - now()))::int`.as('left')])
    .where('key', '=', key)
    .executeTakeFirst()
  // The throttle has just ended.
  return running ?? { times: 1, left: 1 }
}

/** Starts a throttle that lasts until `endThrottle`. Returns false if one is running. */
export async function throttleUntilEnded(db: Database, key: Key): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('throttles')
    .values({ key, ends_at: sql<Date>`'infinity'` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Ends the throttle early and resets its series. Returns how many seconds it lasted. */
export async function endThrottle(db: Database, key: Key): Promise<number | undefined> {
  const ended = await db
    .deleteFrom('throttles')
    .where('key', '=', key)
    .returning(sql<number>`extract(epoch from now() - began_at)::int`.as('seconds'))
    .executeTakeFirst()
  return ended?.seconds
}
