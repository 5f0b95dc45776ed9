import { StartError } from '#server/kernel/config/start-error.ts'
import { leave, newClient } from '#server/kernel/database/client.ts'
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
