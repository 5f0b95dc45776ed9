import { type Database, openDatabase } from '#server/kernel/database/database.ts'
import { openJobsPool } from '#server/kernel/database/pool.ts'
import { watchWorkers } from './dead-workers.ts'
import type { Job, Work } from './jobs.ts'
import { type FailedJob, openLane } from './lane.ts'
import { followSchedules } from './schedules.ts'

/** Concurrent jobs of a process: those that call no service, and those of each service. */
const atOnce = { ordinary: 12, outside: 8 }
/** Connections for fetching jobs and recording results. Each lane listens on one of them. */
const queuePool = 20
/** Jobs do not share the web server's connections. Most wait for a service, so few are enough. */
const workPool = 6

type Options = {
  onFailure?: (db: Database, failed: FailedJob) => Promise<void>
  /** In milliseconds. The jobs of a process that is gone for longer run again. */
  grace?: number
  /** The database that jobs use for their work, if not `url`. It may be a transaction pooler. */
  databaseUrl?: string
}

/** `stop` waits for running jobs. `url` must not go through a transaction pooler. */
export async function runJobs(
  shop: Work,
  jobs: readonly Job[],
  url: string,
  { onFailure, grace = 10_000, databaseUrl = url }: Options = {},
) {
  const db = openDatabase(databaseUrl, workPool, { pooled: databaseUrl !== url })
  const workers = await watchWorkers(url, { grace })
  await workers.freeOrphans()
  const pool = openJobsPool(url, queuePool)
  const lanes: Awaited<ReturnType<typeof openLane>>[] = []
  const parts: { stop(): Promise<unknown> }[] = []
  try {
    for (const [service, calling] of Map.groupBy(jobs, ({ waitsFor }) => waitsFor)) {
      const lane = await openLane({
        work: Object.create(shop, { db: { value: db } }),
        jobs: calling,
        concurrency: service ? atOnce.outside : atOnce.ordinary,
        pool,
        register: workers.register,
        onFailure: async (failed) => onFailure?.(shop.db, failed),
        report,
      })
      lanes.push(lane)
      parts.push(lane)
    }
    parts.push(await followSchedules(db, jobs, report))
  } catch (error) {
    await stop()
    throw error
  }
  const rescue = setInterval(
    () => {
      void workers.freeOrphans().catch(report)
      for (const lane of lanes) void lane.freeLost(db).catch(report)
    },
    Math.max(50, grace / 2),
  )
  parts.push({ stop: async () => clearInterval(rescue) })
  return { stop }

  async function stop() {
    await Promise.all(parts.map((part) => part.stop()))
    await pool.end()
    await db.destroy()
    await workers.stop()
  }

  function report(problem: unknown) {
    if (shop.config.logLevel !== 'silent') console.error(problem)
  }
}
