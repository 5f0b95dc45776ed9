import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { StartError } from '#server/kernel/config/start-error.ts'
import { leave, missMachine, missServer, newClient } from '#server/kernel/database/client.ts'
import { isDatabaseTrouble } from '#server/kernel/database/database-trouble.ts'
import { lockKeys } from '#server/kernel/database/lock-keys.ts'
import { sayWaits } from './migration-waits.ts'

const schemaFolder = new URL('../../../db/schema/', import.meta.url)
const folder = new URL('../../../db/migrations/', import.meta.url)

/** The first migration: the files of `db/schema` in the order of their names. */
export const baseline = '0001_baseline'

type Migration = { name: string; sql: string; checksum: string }

type Options = {
  /** The folder of the migrations after the baseline. */
  from?: URL | undefined
  /** The name of the last migration to apply. If omitted, all are applied. */
  upTo?: string
  say?: ((sentence: string) => void) | undefined
  sayEveryMs?: number
}

/** Returns the names of applied files. Throws a StartError if other files created the database. */
export async function migrate(
  databaseUrl: string,
  { from = folder, upTo, say, sayEveryMs }: Options = {},
): Promise<string[]> {
  const every = await readMigrations(from)
  const migrations = upTo ? every.filter(({ name }) => name <= upTo) : every
  const client = newClient(databaseUrl)
  await client.connect()
  let current = 'Waiting for another process that is migrating this database'
  let stopSaying = () => {}
  try {
    if (say) {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      stopSaying = sayWaits(databaseUrl, rows[0]!.pid, () => current, say, sayEveryMs)
    }
    // Another process may migrate first, and either migration may take any time.
    await client.query(`set statement_timeout = 0; set lock_timeout = 0; ${missMachine}`)
    await client.query('select pg_advisory_lock($1)', [lockKeys.migrating])
    await client.query(
      `create table if not exists migrations (
         name text primary key, applied_at timestamptz not null default now(),
         checksum text not null)`,
    )
    const applied = await readApplied(client)
    assertSame(applied, migrations)
    const pending = migrations.filter(({ name }) => !applied.has(name))
    for (const migration of pending) {
      current = `Migration ${migration.name}`
      await applyInTurn(client, migration)
    }
    current = 'Job queue migrations'
    await migrateQueue(databaseUrl)
    return pending.map(({ name }) => name)
  } finally {
    stopSaying()
    await leave(client)
  }
}

async function migrateQueue(databaseUrl: string) {
  const pool = new pg.Pool({ ...missServer, connectionString: databaseUrl, max: 1 })
  // A broken connection rejects its query; without these listeners it would also end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await runMigrations({ pgPool: pool })
  } finally {
    await pool.end()
  }
}

export async function readMigrations(from: URL = folder): Promise<Migration[]> {
  const schema = await readFiles(schemaFolder)
  const whole = schema.map(({ sql }) => sql).join('\n')
  return [{ name: baseline, sql: whole }, ...(await readFiles(from))].map(({ name, sql }) => ({
    name,
    sql,
    checksum: createHash('sha256').update(sql).digest('hex'),
  }))
}

/** Returns the text of `db/SHA256SUMS`, in which a review sees a migration that was changed. */
export const listChecksums = (migrations: Migration[]) =>
  migrations.map(({ name, checksum }) => `${checksum}  ${name}\n`).join('')

async function readFiles(from: URL) {
  const names = (await readdir(from)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, from), 'utf8')
      // A checkout may use the line endings of its machine.
      return { name, sql: text.replaceAll('\r\n', '\n') }
    }),
  )
}

async function readApplied(client: pg.Client) {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select * from migrations order by name',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/** Ignores migrations of a later version, so that a shop can return to the previous version. */
function assertSame(applied: Map<string, string>, migrations: Migration[]) {
  if (applied.size > 0 && applied.get(baseline) !== migrations[0]?.checksum) {
    throw new StartError(
      'This database was created with another schema than that in db/schema, and no migration leads from one to the other: start with an empty database (for a demo, delete its data folder), or start the version that created it.',
    )
  }
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  const last = migrations.at(-1)?.name ?? ''
  for (const [name, checksum] of applied) {
    if (!known.has(name) && name < last) {
      throw new StartError(
        `The database has the migration ${name}, which this version of the shop does not have. Start the version that created it, or a later one.`,
      )
    }
    if (known.has(name) && checksum !== known.get(name)) {
      throw new StartError(
        `The migration ${name} has changed since it was applied to this database. Restore the original file and put the change into a new migration.`,
      )
    }
  }
}

/** A migration that waits for a lock blocks every query that queues behind it. */
const lockTimeout = '5s'
const attempts = 60
const lockNotAvailable = '55P03'
const deadlockDetected = '40P01'

/** The previous version still runs, so a lock timeout or a deadlock rolls back and is retried. */
async function applyInTurn(client: pg.Client, migration: Migration) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await apply(client, migration)
    } catch (error) {
      const { code } = error as { code?: string }
      if ((code !== lockNotAvailable && code !== deadlockDetected) || attempt === attempts)
        throw failure(migration, error as Error)
      await setTimeout(1000)
    }
  }
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration) {
  try {
    await client.query(`begin; set local lock_timeout = '${lockTimeout}'`)
    await client.query(sql)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    // If the connection broke, the server has rolled back already.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

function failure({ name }: Migration, error: Error): Error {
  const words = `Migration ${name} failed: ${error.message}`
  if (!isDatabaseTrouble(error)) return new Error(words, { cause: error })
  return new StartError(
    `${words}. It was rolled back. Check that the database is running, then start again.`,
  )
}
