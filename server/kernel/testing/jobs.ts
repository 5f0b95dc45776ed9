import { Logger, runOnce } from 'graphile-worker'
import { jobs } from '#server/jobs.ts'
import type { TestShop } from './shop.ts'

/** Works all jobs that are due, and what they cause, and comes back when none is left. */
export async function workJobs({ shop, databaseUrl }: TestShop) {
  await runOnce({
    connectionString: databaseUrl,
    taskList: Object.fromEntries(
      jobs.map(({ name, payload, run }) => [
        name,
        (given: unknown) => run(shop, payload.parse(given)),
      ]),
    ),
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
  })
}
