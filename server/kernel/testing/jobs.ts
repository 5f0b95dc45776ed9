import { Logger, runOnce } from 'graphile-worker'
import pg from 'pg'
import { jobs } from '#server/jobs.ts'
import type { TestShop } from './shop.ts'

/** Works all jobs that are due, and what they cause, and comes back when none is left. */
export async function workJobs({ shop, databaseUrl }: Pick<TestShop, 'shop' | 'databaseUrl'>) {
  // A pool of its own: the one that runOnce would make is still closing when that comes back.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await runOnce({
      pgPool: pool,
      taskList: Object.fromEntries(
        jobs.map(({ name, payload, run }) => [
          name,
          (given: unknown) => run(shop, payload.parse(given)),
        ]),
      ),
      noHandleSignals: true,
      logger: new Logger(() => () => {}),
    })
  } finally {
    await pool.end()
  }
}
