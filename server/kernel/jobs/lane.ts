import { EventEmitter } from 'node:events'
import { type Job as Begun, Logger, run, type WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import { isDatabaseTrouble } from '#server/kernel/database/database-trouble.ts'
import { OutsideFailure } from '#server/kernel/network/outside-failure.ts'
import type { Job, Work } from './jobs.ts'
import { watchAnswers } from './lost-jobs.ts'
import { removeReplacedFailures } from './replaced-failures.ts'

export type FailedJob = { job: string; attempts: number; error: string }

type Options = {
  work: Work
  jobs: readonly Job[]
  concurrency: number
  pool: Pool
  /** Makes the id of the worker pool known to other processes. */
  register: (poolId: string) => Promise<void>
  onFailure: (failed: FailedJob) => Promise<void>
  report: (problem: unknown) => void
}

export async function openLane(options: Options) {
  const { work, jobs, concurrency, pool, register, onFailure, report } = options
  const events: WorkerEvents = new EventEmitter()
  let registering: Promise<unknown> = Promise.resolve()
  events.on('pool:create', ({ workerPool }) => {
    registering = register(workerPool.id).catch(report)
  })
  events.on('job:failed', ({ job, error }) => {
    const failed = {
      job: job.task_identifier,
      attempts: job.attempts,
      error: String((error as Error)?.message ?? error),
    }
    onFailure(failed).catch(report)
  })
  let removing: Promise<unknown> = Promise.resolve()
  events.on('job:complete', ({ job }) => {
    removing = removing.then(() => removeReplacedFailures(work.db, jobs, job)).catch(report)
  })
  const { freeLost, allWritten } = watchAnswers(events)
  const runner = await run({
    pgPool: pool,
    taskList: Object.fromEntries(
      jobs.map(({ name, payload, run }) => [
        name,
        (given: unknown) => run(work, payload.parse(given)),
      ]),
    ),
    concurrency,
    noHandleSignals: true,
    // LISTEN/NOTIFY starts jobs at once; polling finds the jobs that are due later.
    pollInterval: 1000,
    // One query fetches jobs for all workers. Jobs that no worker starts within a second are
    // released to other processes, long before they would count as lost.
    preset: { worker: { localQueue: { size: concurrency, ttl: 1000 } } },
    // Otherwise graphile-worker reads a file of schedules in the current folder.
    parsedCronItems: [],
    events,
    logger: new Logger(() => (level, message, meta) => {
      if (level === 'error' || level === 'warning') report(waitingFor(meta) ?? message)
    }),
  })
  return {
    freeLost,
    async stop() {
      // `register` uses a connection that is closed after all lanes.
      await registering
      await runner.stop()
      // `runner.stop` waits for jobs to end, but not until this pool has recorded their results.
      await allWritten(work.db)
      await removing
    },
  }
}

/** The log line of a job that an outside service or the database failed. Undefined for bugs. */
function waitingFor({ job, error }: { job?: Begun; error?: unknown } = {}): string | undefined {
  if (!job || !(error instanceof Error)) return undefined
  if (!(error instanceof OutsideFailure) && !isDatabaseTrouble(error)) return undefined
  return `${job.task_identifier} failed, attempt ${job.attempts} of ${job.max_attempts}: ${error.message}`
}
