import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'
import { onDatabase } from './orders.ts'
import type { Scenario } from './scenario.ts'
import { playFault } from './stage.ts'
import { untilNone } from './until.ts'

const times = 12
const settledWithin = 180_000

export const monthsTurned: Scenario = {
  name: 'months-turned',
  fault: `months of log and events are created and dropped ${times} times while the database is cut off`,
  plain: true,
  async run() {
    const problems: string[] = []
    const outcome = await playFault({}, async ({ server, proxy }) => {
      await onDatabase(server.url, async (db) => {
        await sql`update settings set log_months = 2`.execute(db)
        for (let n = 0; n < times; n += 1) {
          await makeWork(db, n)
          await delay(20 * n)
          if (n % 3 !== 0) proxy.cut()
          await delay(700)
        }
        problems.push(...(await wrongMonths(db)))
      })
    })
    return { ...outcome, problems: [...outcome.problems, ...problems] }
  },
}

/** Creates a missing month, entries without a month, and a past month. */
async function makeWork(db: Database, n: number) {
  const later = sql`now() + make_interval(months => ${5 + n})`
  for (const parent of ['logs', 'events']) {
    // Locks one table at a time, as the job does: holding both could deadlock with a writer of
    // both.
    await transaction(db, async (tx) => {
      await waitForLock(tx, 'months')
      const { rows } = await sql<{ name: string }>`
        select ${parent} || to_char(now() + interval '1 month', '_YYYY_MM') as name`.execute(tx)
      await sql`drop table if exists ${sql.table(`months.${rows[0]!.name}`)}`.execute(tx)
    })
  }
  await sql`insert into logs (created_at, level, type, message)
    values (${later}, 0, 'faults', 'later'), (now() - interval '7 months', 0, 'faults', 'over')`.execute(
    db,
  )
  await sql`insert into events (created_at, type, data)
    values (${later}, 'order.placed', '{}'), (now() - interval '7 months', 'order.placed', '{}')`.execute(
    db,
  )
  await sql`select add_job('retention.forget', '{"every": "day"}'::json, null, 'turned', false, 25, 0)`.execute(
    db,
  )
}

/** Waits until the last month is done. */
async function wrongMonths(db: Database): Promise<string[]> {
  const list = async () => {
    const { rows } = await sql<{ wrong: string }>`
      select 'entries wait for a month' as wrong
       where exists (select from months.logs_rest) or exists (select from months.events_rest)
      union all select 'a month is missing: ' || parent || to_char(month, '_YYYY_MM')
        from unnest(array['logs', 'events']) as parent,
             generate_series(now(), now() + interval '2 months', '1 month') as month
       where to_regclass('months.' || parent || to_char(month, '_YYYY_MM')) is null
      union all select 'entries that are over are there'
       where exists (select from logs where message = 'over')
      union all select 'entries were lost'
       where ${times} <> (select count(*) from logs where message = 'later')
          or ${times} <> (select count(*) from events where created_at > now() + interval '3 months')
      union all select 'the job is stuck: ' || coalesce(last_error, '')
        from graphile_worker.jobs where key = 'turned'`.execute(db)
    return rows.map(({ wrong }) => wrong)
  }
  return untilNone(list, { within: settledWithin, every: 300 })
}
