import { EventEmitter } from 'node:events'
import {
  type Job as Begun,
  Logger,
  type ParsedCronItem,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import type { PaymentProvider } from '#contract/wire/payment-provider.ts'
import type { Config } from '#server/kernel/config/config.ts'
import { type Database, openDatabase, type Tx } from '#server/kernel/database/database.ts'
import { isDatabaseTrouble } from '#server/kernel/database/database-trouble.ts'
import { openJobsPool } from '#server/kernel/database/pool.ts'
import { OutsideFailure } from '#server/kernel/network/outside-failure.ts'
import { bringForward, watchMachineClock } from '#server/kernel/time/machine-clock.ts'
import { crontabOf } from './crontab.ts'
import { watchWorkers } from './dead-workers.ts'
import { watchAnswers } from './lost-jobs.ts'
import { removeReplacedFailures } from './replaced-failures.ts'

/**
 * The dependencies of jobs. The shop adds the services that its rules need: see
 * `server/shop/shop.ts`.
 */
export interface Work {
  config: Config
  db: Database
}

type OutsideService = PaymentProvider | 'mail' | 'discord' | 'storage' | 'vies'

/**
 * A job wraps one rule: a name, a schema for its payload, and one call. Running it twice must be
 * safe.
 */
export type Job<Payload extends z.ZodType = z.ZodType> = {
  name: string
  /** A description for the operator: the work that is not done while the job fails. */
  does: string
  payload: Payload
  run: (shop: Work, payload: z.output<Payload>) => Promise<void>
  /**
   * The schedule: five crontab fields in UTC, with `{}` as the payload, or a payload for each
   * schedule. One run makes up for all missed runs.
   */
  cron?: string | Readonly<Record<string, z.input<Payload>>>
  /** Runs before other pending jobs, because a user is waiting for it. */
  urgent?: boolean
  /**
   * The outside service that the job calls. Each service has its own workers: while one hangs, the
   * jobs of all others run.
   */
  waitsFor?: OutsideService
  /** Settles the records that depend on the job when staff discard it from the queue. */
  dropped?: (tx: Tx, payload: z.output<Payload>) => Promise<void>
  /**
   * Maximum number of attempts, 25 by default. The delay between them grows from one second to
   * about an hour.
   */
  attempts?: number
}

export function job<Payload extends z.ZodType>(declaration: Job<Payload>): Job<Payload> {
  return declaration
}

/**
 * How many jobs a process runs concurrently: jobs that call no service, and jobs of each service.
 */
const atOnce = { ordinary: 12, outside: 8 }
/**
 * Connections for fetching jobs and recording their results. Each lane listens on one of them. All
 * lanes share the others, because each query is short.
 */
const queuePool = 20
/**
 * Jobs have their own connections, or the web server would wait for them. There are fewer
 * connections than jobs, because most jobs wait for an outside service.
 */
const workPool = 6

type When = {
  at?: Date | RawBuilder<Date | null> | null
  /** Of several jobs with the same key that have not started, only the last one runs. */
  key?: string | RawBuilder<string> | null
  /** If the job replaces one that has not been attempted, it keeps the time of that job. */
  keepTime?: boolean
}

/**
 * Adds the job in the caller's transaction: the job exists if and only if that transaction commits.
 */
export async function enqueue<Payload extends z.ZodType>(
  db: Database,
  declared: Job<Payload>,
  payload: z.input<Payload>,
  when: When = {},
) {
  await sql`select ${addJob(declared, sql`${JSON.stringify(payload)}`, when)}`.execute(db)
}

/** `enqueue` as SQL, for use in the statement that writes the row in the payload. */
export function addJob(
  { name, urgent, attempts = 25 }: Pick<Job, 'name' | 'urgent' | 'attempts'>,
  payload: RawBuilder<unknown>,
  { at = null, key = null, keepTime = false }: When = {},
) {
  return sql<void>`add_job(${name}, ${payload}::json, ${at}::timestamptz, ${key}, ${keepTime},
    ${attempts}, ${urgent ? -10 : 0})`
}

type Lane = { id: string; freeLost(db: Database): Promise<void>; stop(): Promise<void> }

/** A job that has failed permanently. */
export type FailedJob = { job: string; attempts: number; error: string }

type Options = {
  /** Records a job that has failed permanently. */
  onFailure?: (db: Database, failed: FailedJob) => Promise<void>
  /**
   * How long a process must be gone before the jobs that it had started run again, in milliseconds.
   */
  grace?: number
  /** The database that jobs use for their work, if not `url`. It may be a transaction pooler. */
  databaseUrl?: string
}

/**
 * Runs the jobs until stopped. `stop` waits for running jobs. `url` must not go through a
 * transaction pooler.
 */
export async function runJobs(
  shop: Work,
  jobs: readonly Job[],
  url: string,
  { onFailure, grace = 10_000, databaseUrl = url }: Options = {},
) {
  const db = openDatabase(databaseUrl, workPool, { pooled: databaseUrl !== url })
  const working: Work = Object.create(shop, { db: { value: db } })
  const workers = await watchWorkers(url, { grace })
  await workers.freeOrphans()
  const pool = openJobsPool(url, queuePool)
  const byService = Map.groupBy(jobs, ({ waitsFor }) => waitsFor)
  const openOrdinary = () =>
    openLane(byService.get(undefined) ?? [], atOnce.ordinary, crontabOf(jobs))
  const hasJumped = watchMachineClock()
  /** The first lane runs the jobs that call no service, and starts scheduled jobs. */
  const lanes: Lane[] = []
  try {
    lanes.push(await openOrdinary())
    for (const [service, calling] of byService)
      if (service) lanes.push(await openLane(calling, atOnce.outside))
  } catch (error) {
    await Promise.all(lanes.map((lane) => lane.stop()))
    await pool.end()
    throw error
  }
  let jumped = false
  let following = Promise.resolve()
  /** Lanes that were replaced after a clock jump, until their jobs have ended. */
  const former: Promise<unknown>[] = []
  const lookEvery = Math.max(50, grace / 2)
  const rescue = setInterval(() => {
    void workers.freeOrphans().catch(report)
    for (const lane of lanes) void lane.freeLost(db).catch(report)
    void bringForward(db).catch(report)
    jumped = hasJumped() || jumped
    if (jumped) following = following.then(followClock).catch(report)
  }, lookEvery)
  return {
    async stop() {
      clearInterval(rescue)
      const stopLanes = () => Promise.all(lanes.map((lane) => lane.stop()))
      await stopLanes()
      // Stops a lane that was opened in the meantime.
      await following
      await stopLanes()
      await Promise.all(former)
      await pool.end()
      await db.destroy()
      await workers.stop()
    },
  }

  /**
   * graphile-worker sleeps until the next minute of a clock that has jumped, perhaps for a day. A
   * new lane restarts the schedule. If it cannot start, this is retried.
   */
  async function followClock() {
    if (!jumped) return
    // Reset first, because the clock may jump again while the new lane starts.
    jumped = false
    const before = lanes[0]!
    try {
      lanes[0] = await openOrdinary()
    } catch (error) {
      jumped = true
      throw error
    }
    former.push(
      before
        .stop()
        .then(() => workers.forget(before.id))
        .catch(report),
    )
  }

  /** Starts a lane that runs these jobs, up to `concurrency` at a time. */
  async function openLane(
    jobs: readonly Job[],
    concurrency: number,
    crontab: ParsedCronItem[] = [],
  ): Promise<Lane> {
    const taskList: TaskList = Object.fromEntries(
      jobs.map((declared) => [
        declared.name,
        (payload: unknown) => declared.run(working, declared.payload.parse(payload)),
      ]),
    )
    const events: WorkerEvents = new EventEmitter()
    let id = ''
    let registering: Promise<unknown> = Promise.resolve()
    events.on('pool:create', ({ workerPool }) => {
      id = workerPool.id
      registering = workers.register(id).catch(report)
    })
    events.on('job:failed', ({ job, error }) => {
      const failed = {
        job: job.task_identifier,
        attempts: job.attempts,
        error: String((error as Error)?.message ?? error),
      }
      onFailure?.(shop.db, failed).catch(report)
    })
    let removing: Promise<unknown> = Promise.resolve()
    events.on('job:complete', ({ job }) => {
      removing = removing.then(() => removeReplacedFailures(db, jobs, job)).catch(report)
    })
    const { freeLost, allWritten } = watchAnswers(events)
    const runner = await run({
      pgPool: pool,
      taskList,
      parsedCronItems: crontab,
      // Jobs wait for providers and the mail server far more than they compute.
      concurrency,
      noHandleSignals: true,
      // LISTEN/NOTIFY starts jobs at once; polling finds the jobs that are due later.
      pollInterval: 1000,
      // One query fetches jobs for all workers. Jobs that no worker starts within a second are
      // released to other processes, long before they would count as lost.
      preset: { worker: { localQueue: { size: concurrency, ttl: 1000 } } },
      events,
      logger: new Logger(() => (level, message, meta) => {
        if (level === 'error' || level === 'warning') report(waitingFor(meta) ?? message)
      }),
    })
    async function end() {
      // `workers` uses a connection that is closed after all lanes.
      await registering
      await runner.stop()
      // `runner.stop` waits for jobs to end, but not until their results are recorded through the
      // same pool.
      await allWritten(db)
      await removing
    }
    let ending: Promise<void> | undefined
    return {
      id,
      freeLost,
      stop() {
        ending ??= end()
        return ending
      },
    }
  }

  function report(problem: unknown) {
    if (shop.config.logLevel !== 'silent') console.error(problem)
  }
}

/**
 * A log line without a stack for a job that failed because of an outside service or the database.
 * Undefined for other errors, which are bugs.
 */
function waitingFor({ job, error }: { job?: Begun; error?: unknown } = {}): string | undefined {
  if (!job || !(error instanceof Error)) return undefined
  if (!(error instanceof OutsideFailure) && !isDatabaseTrouble(error)) return undefined
  return `${job.task_identifier} failed, attempt ${job.attempts} of ${job.max_attempts}: ${error.message}`
}
