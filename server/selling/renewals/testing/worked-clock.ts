import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { transaction } from '#server/kernel/database/database.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { setDatabaseAhead } from '#server/kernel/time/moved-clock.ts'
import type { Counter } from '#server/selling/payments/testing/counter.ts'

/** Skips the time in between, also in the sandbox. */
export async function setClock({ db }: Counter, at: number) {
  const ahead = Math.ceil(at - clock.machine())
  await transaction(db, async (tx) => {
    await setDatabaseAhead(tx, ahead)
    await sql`select pg_notify('changed', 'clock')`.execute(tx)
  })
  while (clock.ahead() < ahead) await delay(2)
}

/** Runs the queued jobs and waits for the webhooks that they cause, until no job is left. */
export async function workQueue(counter: Counter) {
  for (;;) {
    await counter.control('/switches?wait=true')
    if (!(await workJobs(counter, { concurrency: 3 }))) return
  }
}
