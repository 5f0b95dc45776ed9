import { keepConnection } from '#server/kernel/database/kept-connection.ts'

/** First half of the lock's key. The other half is the id of the worker pool. */
export const workerLocks = 7_213_341

const alive = `exists (
  select from pg_locks where locktype = 'advisory' and granted
     and database = (select oid from pg_database where datname = current_database())
     and classid = $1::oid and objid::int8 = hashtext(id)::int8 & 4294967295
)`

type Options = {
  /** How long a pool may lack its lock, in milliseconds: enough to reconnect after a restart. */
  grace: number
}

/**
 * graphile-worker leaves the jobs of a killed process locked for four hours. So every pool holds a
 * lock while its process lives. `url` must not go through a transaction pooler.
 */
export async function watchWorkers(url: string, { grace }: Options) {
  const own = new Set<string>()
  /** Pools that hold jobs but no lock, with the time when this was first seen. */
  const missing = new Map<string, number>()
  const connection = await keepConnection(url, {
    async prepare(client) {
      for (const id of own) await client.query(lock, [workerLocks, id])
    },
    // The other processes may have lost their connections too, so every pool gets the full grace.
    onReturn: () => missing.clear(),
  })

  return {
    async register(poolId: string) {
      own.add(poolId)
      await connection.client().query(lock, [workerLocks, poolId])
    },
    /** Releases jobs of ended processes. Must be called several times within the grace period. */
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
      // Checks again: a pool that has reconnected since the first query keeps its jobs.
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
