import { type Runner, run, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { Database } from './database.ts'
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

/** Works the jobs until stopped. Stopping waits for those that have begun. */
export function runJobs(shop: Shop, jobs: readonly Job[], url: string): Promise<Runner> {
  const taskList: TaskList = Object.fromEntries(
    jobs.map((declared) => [
      declared.name,
      (payload: unknown) => declared.run(shop, declared.payload.parse(payload)),
    ]),
  )
  const crontab = jobs
    .filter(({ cron }) => cron)
    .map(({ cron, name }) => `${cron} ${name} ?fill=1h&id=${name} {}`)
    .join('\n')
  return run({
    connectionString: url,
    taskList,
    crontab,
    concurrency: 4,
    maxPoolSize: 6,
    noHandleSignals: true,
    // LISTEN/NOTIFY starts jobs at once; the poll is for those that are due later.
    pollInterval: 1000,
  })
}
