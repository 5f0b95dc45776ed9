import { keepConnection } from './kept-connection.ts'

/** Half of the lock's name; the other half is the id of the worker pool. */
export const workerLocks = 7_213_341

const alive = `exists (
  select from pg_locks where locktype = 'advisory' and granted
     and database = (select oid from pg_database where datname = current_database())
     and classid = $1::oid and objid::int8 = hashtext(id)::int8 & 4294967295
)`

type Options = {
  /**
   * How long a pool must be seen without its lock before its jobs are freed, in milliseconds: a
   * process whose connection broke, or whose database was restarted, comes back within that time.
   */
  grace: number
}

/**
 * graphile-worker leaves the jobs of a killed process locked for four hours. Here every pool holds a
 * lock in the database for as long as its process lives, so that any process can tell whose jobs
 * to free. `url` must not go through a transaction pooler.
 */
export async function watchWorkers(url: string, { grace }: Options) {
  const own = new Set<string>()
  /** Pools that hold jobs and no lock, and when that was seen first. */
  const missing = new Map<string, number>()
  const connection = await keepConnection(url, {
    async prepare(client) {
      for (const id of own) await client.query(lock, [workerLocks, id])
    },
    // What broke our connection may have broken theirs: everybody has the whole time again.
    onReturn: () => missing.clear(),
  })

  return {
    async register(poolId: string) {
      own.add(poolId)
      await connection.client().query(lock, [workerLocks, poolId])
    },
    /** From then on what it has locked is freed, as of a process that is gone. */
    async forget(poolId: string) {
      own.delete(poolId)
      await connection.client().query(unlock, [workerLocks, poolId])
    },
    /** Frees what is locked by pools whose process is gone. Call it several times in the grace. */
    async freeOrphans() {
      const client = connection.client()
      const { rows } = await client.query<{ id: string }>(
        `with holder as materialized (
           select distinct locked_by as id from graphile_worker.jobs where locked_by is not null
         ) select id from holder where not ${alive}`,
        [workerLocks],
      )
      const now = performance.now()
      const unseen = new Set(rows.map(({ id }) => id))
      for (const id of missing.keys()) if (!unseen.has(id)) missing.delete(id)
      for (const id of unseen) if (!missing.has(id)) missing.set(id, now)
      const dead = [...unseen].filter((id) => now - missing.get(id)! >= grace)
      if (dead.length === 0) return
      // One that has come back since the question keeps its jobs.
      await client.query(
        `select graphile_worker.force_unlock_workers(array_agg(id))
           from unnest($2::text[]) as id where not ${alive} having count(*) > 0`,
        [workerLocks, dead],
      )
    },
    stop: connection.close,
  }
}

const lock = 'select pg_advisory_lock_shared($1, hashtext($2))'
const unlock = 'select pg_advisory_unlock_shared($1, hashtext($2))'
