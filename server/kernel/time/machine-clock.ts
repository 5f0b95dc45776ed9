import { sql } from 'kysely'
import { StartError } from '#server/kernel/config/start-error.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { leave, newClient } from '#server/kernel/database/servers.ts'
import { clock } from './clock.ts'

/** Maximum difference in milliseconds: Stripe's tolerance for the age of a signature. */
const mostApart = 5 * 60_000

/**
 * Throws a StartError if the clocks of this machine and the database differ by minutes, because
 * links and codes would arrive expired. Not for test mode, where the clock may have been moved.
 */
export async function assertClock(url: string, machine = clock.machine) {
  const client = newClient(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
    const there = rows[0]!.now
    const here = new Date(machine())
    if (Math.abs(here.getTime() - there.getTime()) <= mostApart) return
    throw new StartError(
      `The clock of this machine is ${saidOf(here)} and the database’s ${saidOf(there)}. Set them correctly, use NTP, and start again.`,
    )
  } finally {
    await leave(client)
  }
}

const saidOf = (time: Date) => `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`

/**
 * If the clock of a machine was ahead, graphile-worker has scheduled its jobs too late and
 * schedules no others until that time comes. This resets the schedules and starts the first job of each kind.
 */
export async function bringForward(db: Database) {
  const latest = sql`now() + make_interval(secs => ${mostApart / 1000})`
  await sql`
    with ahead as (
      update graphile_worker._private_known_crontabs
         set last_execution = date_trunc('minute', now())
       where last_execution > ${latest}
      returning identifier
    ), dated as (
      select id, row_number() over (
               partition by task_id, payload::jsonb - '_cron' order by id) as nth
        from graphile_worker._private_jobs
       where exists (select from ahead) and locked_by is null
         and (payload -> '_cron' ->> 'ts')::timestamptz > ${latest}
    ), doubled as (
      delete from graphile_worker._private_jobs as job using dated
       where job.id = dated.id and nth > 1
    )
    update graphile_worker._private_jobs as job set run_at = now()
      from dated where job.id = dated.id and nth = 1`.execute(db)
}

/**
 * In milliseconds: longer than a clock check can be late. A clock that NTP corrects changes
 * gradually.
 */
const leap = 60_000

/**
 * Returns a function that tells whether the machine's clock was set to another time since the last
 * call.
 */
export function watchMachineClock() {
  const ahead = () => clock.machine() - performance.now()
  let before = ahead()
  return () => {
    const now = ahead()
    const jumped = Math.abs(now - before) > leap
    before = now
    return jumped
  }
}
