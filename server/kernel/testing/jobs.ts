import { Logger, runOnce } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { jobs } from '#server/shop/domains.ts'
import type { TestShop } from './shop.ts'

/**
 * The connections of `workJobs`. One pool serves all calls, because one that `runOnce` opens would
 * still be closing when it returns.
 */
export function openJobsPool(databaseUrl: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Runs all due jobs, and those that they enqueue, until none is left. Returns whether one was due. */
export async function workJobs(
  { shop, jobsPool }: Pick<TestShop, 'shop' | 'jobsPool'>,
  { concurrency = 1 } = {},
) {
  // Most calls find no job, and a query is much cheaper than a worker.
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from graphile_worker._private_jobs
                    where run_at <= now() and attempts < max_attempts) as due`.execute(shop.db)
  if (!rows[0]!.due) return false
  await runOnce({
    pgPool: jobsPool,
    taskList: Object.fromEntries(
      jobs.map(({ name, payload, run }) => [
        name,
        (given: unknown) => run(shop, payload.parse(given)),
      ]),
    ),
    concurrency,
    // Only batched outcomes are awaited at the end. Others could be stored after this returns.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
  })
  return true
}
