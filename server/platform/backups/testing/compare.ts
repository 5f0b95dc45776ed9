import { createHash } from 'node:crypto'
import pg from 'pg'
import { everyFile, type Storage } from '#server/adapters/storage/storage.ts'

/** Maps the name of every table that holds rows to a hash of its content. */
export async function hashTables(url: string, snapshot?: string): Promise<Record<string, string>> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    if (snapshot) await client.query(`set transaction snapshot '${snapshot}'`)
    await client.query(`set local timezone = 'UTC'`)
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', nspname, relname) as name
         from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where relkind = 'r' and nspname !~ '^pg_' and nspname <> 'information_schema'
          and (nspname, relname) <> ('graphile_worker', 'migrations') order by 1`,
    )
    const hashes: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ hash: string; count: string }>(
        `select count(*), md5(coalesce(string_agg(row, '' order by row), '')) as hash
           from (select md5(t::text) as row from ${name} as t) as rows`,
      )
      hashes[name] = `${rows[0]!.count} ${rows[0]!.hash}`
    }
    return hashes
  } finally {
    await client.end()
  }
}

export async function hashFiles(storage: Storage): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for await (const { key } of everyFile(storage)) {
    const hash = createHash('sha256')
    for await (const chunk of (await storage.get(key))!.stream) hash.update(chunk)
    hashes[key] = hash.digest('hex')
  }
  return hashes
}
