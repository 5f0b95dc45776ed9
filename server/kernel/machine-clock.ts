import { sql } from 'kysely'
import { clock } from './clock.ts'
import type { Database } from './database.ts'
import { leave, newClient } from './servers.ts'
import { StartError } from './start-error.ts'

/** As far as Stripe lets a signature stray, in milliseconds. */
const mostApart = 5 * 60_000

/**
 * Throws a StartError when this machine's clock and the database's are minutes apart. Links and codes
 * would be out of date when they arrive, and what was done by the later one would count as done until
 * the other gets there. Not for test mode, where the database's may have been moved.
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
      `The clock of this machine says ${saidOf(here)} and the database’s ${saidOf(there)}: set them right, have NTP keep them, and start again.`,
    )
  } finally {
    await leave(client)
  }
}

const saidOf = (time: Date) => `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`

/**
 * graphile-worker dates scheduled jobs by the clock of the machine that it runs on. Where that was
 * ahead, they begin as much later, and no process whose clock is right schedules any until that time
 * has come, also once the other has stopped. Here the schedules go on from now, and of the jobs that
 * were dated ahead the first of each kind begins.
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

/** Longer than a look at the clock is late, in milliseconds; a clock that is set right by NTP slides. */
const leap = 60_000

/** What comes back tells whether the machine's clock was set to another time since it was asked last. */
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
