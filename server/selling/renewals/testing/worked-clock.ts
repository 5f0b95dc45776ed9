import { setTimeout as delay } from 'node:timers/promises'
import { Logger, runOnce } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { transaction } from '#server/kernel/database/database.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { setDatabaseAhead } from '#server/kernel/time/moved-clock.ts'
import type { Counter } from '#server/selling/payments/testing/counter.ts'
import { jobs } from '#server/shop/domains.ts'

/** Skips the time in between, also in the sandbox. */
export async function setClock({ db }: Counter, at: number) {
  const ahead = Math.ceil(at - clock.machine())
  await transaction(db, async (tx) => {
    await setDatabaseAhead(tx, ahead)
    await sql`select pg_notify('changed', 'clock')`.execute(tx)
  })
  while (clock.ahead() < ahead) await delay(2)
}

/** A worker for tests that run jobs often. `workJobs` opens and closes connections on each call. */
export function openWorker(counter: Counter) {
  const pool = new pg.Pool({ connectionString: counter.databaseUrl, max: 4 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const taskList = Object.fromEntries(
    jobs.map(({ name, payload, run }) => [
      name,
      (given: unknown) => run(counter.shop, payload.parse(given)),
    ]),
  )

  return {
    /** Runs the queued jobs and waits for the webhooks that they cause. */
    async work() {
      for (;;) {
        await counter.control('/switches?wait=true')
        const { rows } = await sql<{ waits: boolean }>`
          select exists (select from graphile_worker._private_jobs
                          where run_at <= now() and attempts < max_attempts) as waits`.execute(
          counter.db,
        )
        if (!rows[0]!.waits) return
        await runOnce({
          pgPool: pool,
          taskList,
          concurrency: 3,
          noHandleSignals: true,
          logger: new Logger(() => () => {}),
        })
      }
    },
    close: () => pool.end(),
  }
}
