import pg from 'pg'

/** Half of the lock's name; the other half is the id of the worker pool, one in a process. */
const space = 7_213_341

/**
 * graphile-worker leaves the jobs of a killed process locked for four hours. Here every pool holds a
 * lock in the database for as long as its process lives, so that any process can tell whose jobs
 * to free. `url` must not go through a transaction pooler.
 */
export async function watchWorkers(url: string) {
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  client.on('error', () => {})
  await client.connect()

  return {
    async register(poolId: string) {
      await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [space, poolId])
    },
    /** Frees what is locked by pools whose process is gone. */
    async freeOrphans() {
      await client.query(
        `with holder as materialized (
           select distinct locked_by as id from graphile_worker.jobs where locked_by is not null
         ), dead as materialized (
           select id from holder where not exists (
             select from pg_locks where locktype = 'advisory' and granted
                and database = (select oid from pg_database where datname = current_database())
                and classid = $1::oid and objid::int8 = hashtext(id)::int8 & 4294967295
           )
         )
         select graphile_worker.force_unlock_workers(array_agg(id)) from dead having count(*) > 0`,
        [space],
      )
    },
    stop: () => client.end(),
  }
}
