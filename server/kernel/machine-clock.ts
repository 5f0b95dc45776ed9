import { sql } from 'kysely'
import { clock } from './clock.ts'
import type { Database } from './database.ts'
import { newClient } from './servers.ts'
import { StartError } from './start-error.ts'

/** As far as Stripe lets a signature stray, in milliseconds. */
const mostApart = 5 * 60_000

/**
 * Throws a StartError when this machine's clock and the database's are minutes apart. Links and codes
 * would be out of date when they arrive, and what was done by the later one would count as done until
 * the other gets there.
 */
export async function assertClock(url: string, machine = clock.machine) {
  const client = newClient(url)
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ now: Date }>('select pg_catalog.clock_timestamp() as now')
    const there = rows[0]!.now
    const here = new Date(machine())
    if (Math.abs(here.getTime() - there.getTime()) <= mostApart) return
    throw new StartError(
      `The clock of this machine says ${saidOf(here)} and the database’s ${saidOf(there)}: set them right, have NTP keep them, and start again.`,
    )
  } finally {
    await client.end()
  }
}

const saidOf = (time: Date) => `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`

/**
 * graphile-worker notes by the machine's clock when a schedule ran last, and does not run it before
 * that: after a clock that was ahead nothing would, in any process, until then.
 */
export async function takeBackRuns(db: Database) {
  await sql`
    update graphile_worker._private_known_crontabs set last_execution = pg_catalog.now()
     where last_execution > pg_catalog.now() + make_interval(secs => ${mostApart / 1000})`.execute(
    db,
  )
}
