import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '#server/kernel/migrations/migrate.ts'
import { startThrowawayPostgres } from './throwaway-postgres.ts'

/** Passes the template's URL to the workers of a test run, which inherit the environment. */
const variable = 'LOADOUT_TEST_TEMPLATE'

/**
 * Uses its own PostgreSQL, or TEST_DATABASE_URL, whose user must be allowed to create databases.
 * Call once per run, before the workers. The result removes everything.
 */
export async function startTestDatabases(
  options: Parameters<typeof startThrowawayPostgres>[0] = {},
): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const server = given
    ? { url: given, stop: async () => {} }
    : await startThrowawayPostgres(options)
  const name = `loadout_template_${uniqueSuffix()}`
  const template = withDatabase(server.url, name)
  await administer(server.url, async (client) => {
    if (given) await dropAbandoned(client)
    await client.query(`create database ${name}`)
  })
  await migrate(template)
  await administer(template, (client) => client.query('update settings set opened_at = now()'))
  process.env[variable] = template
  return async () => {
    if (given) await drop(server.url, name)
    await server.stop()
  }
}

/** The database of an open shop. Create one per test file and drop it at the end. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const template = process.env[variable]
  if (!template) throw new Error('startTestDatabases() has not run')
  const name = `loadout_test_${uniqueSuffix()}`
  const source = new URL(template).pathname.slice(1)
  await administer(maintenance(template), (client) =>
    client.query(`create database ${name} template ${source} strategy file_copy`),
  )
  return { url: withDatabase(template, name), drop: () => drop(maintenance(template), name) }
}

/** Creates an empty database without tables, as an operator's first start finds it. */
export async function createBareDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const template = process.env[variable]
  if (!template) throw new Error('startTestDatabases() has not run')
  const name = `loadout_test_${uniqueSuffix()}`
  await administer(maintenance(template), (client) => client.query(`create database ${name}`))
  return { url: withDatabase(template, name), drop: () => drop(maintenance(template), name) }
}

/**
 * Waits, because a pool's `end` resolves before its connections close: cut off then, they would
 * emit an error.
 */
function drop(url: string, name: string): Promise<void> {
  return administer(url, async (client) => {
    for (let tries = 0; tries < 400; tries += 1) {
      const { rowCount } = await client.query(
        'select from pg_stat_activity where datname = $1 limit 1',
        [name],
      )
      if (rowCount === 0) break
      await delay(25)
    }
    await client.query(`drop database if exists ${name} with (force)`)
  })
}

async function administer(
  url: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, name: string) {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

function maintenance(template: string) {
  return process.env.TEST_DATABASE_URL ?? withDatabase(template, 'postgres')
}

/** The time in the name shows the age of databases of a killed run on a permanent server. */
function uniqueSuffix() {
  return `${Date.now().toString(36)}_${randomBytes(6).toString('hex')}`
}

async function dropAbandoned(client: pg.Client) {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where datname ~ '^loadout_(template|test)_[0-9a-z]+_[0-9a-f]+$'`,
  )
  for (const { datname } of rows) {
    const age = Date.now() - Number.parseInt(datname.split('_')[2]!, 36)
    if (age > 3_600_000) await client.query(`drop database if exists ${datname} with (force)`)
  }
}
