import { EventEmitter } from 'node:events'
import { Logger, parseCronItems, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import type * as z from 'zod'
import { writeLog } from '#server/logs/log.ts'
import type { Database } from './database.ts'
import { watchWorkers } from './dead-workers.ts'
import type { Shop } from './shop.ts'

/** A shell around one rule: a name, a schema for its payload, one call. It is safe to run twice. */
export type Job<Payload extends z.ZodType = z.ZodType> = {
  name: string
  payload: Payload
  run: (shop: Shop, payload: z.output<Payload>) => Promise<void>
  /** Five crontab fields in UTC; missed runs are made up for once. The payload is then `{}`. */
  cron?: string
  /** 25 when left out; the pause grows exponentially from one second to about an hour. */
  attempts?: number
}

export function job<Payload extends z.ZodType>(declaration: Job<Payload>): Job<Payload> {
  return declaration
}

type When = {
  at?: Date
  /** Of several jobs with the same key that have not begun, the last one counts. */
  key?: string
}

/** Adds the job in the caller's transaction: it exists if and only if that commits. */
export async function enqueue<Payload extends z.ZodType>(
  db: Database,
  { name, attempts = 25 }: Job<Payload>,
  payload: z.input<Payload>,
  { at, key }: When = {},
) {
  await sql`select graphile_worker.add_job(
    ${name}, ${JSON.stringify(payload)}::json,
    run_at => ${at ?? null}::timestamptz, job_key => ${key ?? null}::text,
    max_attempts => ${attempts}::int)`.execute(db)
}

/** How often the jobs of killed processes are looked for, in milliseconds. */
const rescueEvery = 15_000

/** Works the jobs until stopped. Stopping waits for those that have begun. */
export async function runJobs(shop: Shop, jobs: readonly Job[], url: string) {
  const taskList: TaskList = Object.fromEntries(
    jobs.map((declared) => [
      declared.name,
      (payload: unknown) => declared.run(shop, declared.payload.parse(payload)),
    ]),
  )
  const crontab = parseCronItems(
    jobs
      .filter(({ cron }) => cron)
      .map(({ cron, name }) => ({
        task: name,
        match: cron!,
        identifier: name,
        options: { backfillPeriod: 3_600_000 },
      })),
  )
  const workers = await watchWorkers(url)
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => void workers.register(workerPool.id).catch(report))
  events.on('job:failed', ({ job, error }) => {
    const details = {
      job: job.task_identifier,
      attempts: job.attempts,
      error: String((error as Error)?.message ?? error).slice(0, 300),
    }
    const entry = { source: 'job', level: 'error', message: 'Job gave up', details } as const
    writeLog(shop.db, entry).catch(report)
  })
  await workers.freeOrphans()
  const rescue = setInterval(() => workers.freeOrphans().catch(report), rescueEvery)
  const runner = await run({
    connectionString: url,
    taskList,
    parsedCronItems: crontab,
    concurrency: 4,
    maxPoolSize: 6,
    noHandleSignals: true,
    // LISTEN/NOTIFY starts jobs at once; the poll is for those that are due later.
    pollInterval: 1000,
    events,
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') report(message)
    }),
  })
  return {
    async stop() {
      clearInterval(rescue)
      await runner.stop()
      await workers.stop()
    },
  }

  function report(problem: unknown) {
    if (shop.config.logLevel !== 'silent') console.error(problem)
  }
}
