import { Logger, runOnce } from 'graphile-worker'
import pg from 'pg'
import { jobs } from '#server/shop/domains.ts'
import type { TestShop } from './shop.ts'

/** Runs all due jobs, and those that they enqueue, until none is left. */
export async function workJobs({ shop, databaseUrl }: Pick<TestShop, 'shop' | 'databaseUrl'>) {
  // A separate pool, because one created by runOnce would still be closing when it returns.
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
