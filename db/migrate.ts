import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'

const folder = new URL('./migrations/', import.meta.url)

// Any constant will do: it only has to be the same in every process that migrates.
const lockKey = 7_213_340_001

/**
 * Brings a database up to date: the files of `db/migrations` in the order of their names, each
 * once and in its own transaction, then the job queue's own schema. Processes that start together
 * wait for each other. Returns the names that were applied.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const known = new Set(rows.map((row) => row.name))
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    const pending = files.filter((name) => !known.has(name))
    for (const name of pending) await apply(client, name)
    await runMigrations({ connectionString: databaseUrl })
    return pending
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, name: string) {
  const sql = await readFile(new URL(name, folder), 'utf8')
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
