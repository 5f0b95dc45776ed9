import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StartError } from '#server/kernel/config/start-error.ts'
import { lockKeys } from '#server/kernel/database/lock-keys.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { openDatabaseProxy } from '#server/kernel/testing/database-proxy.ts'
import { baseline, listChecksums, migrate, readMigrations } from './migrate.ts'

let copy: string
let folder: URL
beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'loadout-migrations-'))
  folder = pathToFileURL(`${copy}/`)
})
afterAll(() => rm(copy, { recursive: true }))

const write = (name: string, sql: string) => writeFile(path.join(copy, name), sql)

async function refusal(url: string): Promise<unknown> {
  return migrate(url, { from: folder }).then(
    () => null,
    (error) => error,
  )
}

test('applies each migration once, and refuses one that has changed', async () => {
  const database = await createTestDatabase()
  await write('9001_sign.sql', 'create table signs (id int);\n')
  const together = await Promise.all([1, 2, 3].map(() => migrate(database.url, { from: folder })))
  expect(together.flat()).toEqual(['9001_sign.sql'])

  await write('9001_sign.sql', 'create table signs (id int);\r\n')
  expect(await migrate(database.url, { from: folder })).toEqual([])

  await write('9001_sign.sql', 'create table signs (id bigint);\n')
  const changed = await refusal(database.url)
  expect(changed).toBeInstanceOf(StartError)
  expect(String(changed)).toContain('9001_sign.sql has changed since it was applied')

  await rm(path.join(copy, '9001_sign.sql'))
  await write('9002_later.sql', 'select 1')
  const missing = await refusal(database.url)
  expect(missing).toBeInstanceOf(StartError)
  expect(String(missing)).toContain('9001_sign.sql, which this version of the shop does not')

  await rm(path.join(copy, '9002_later.sql'))
  expect(await migrate(database.url, { from: folder }), 'back to the version before').toEqual([])
  await database.drop()
})

test.each([
  ['earlier migrations', `update migrations set name = '0001_ground.sql'`],
  ['migrations without checksums', 'alter table migrations drop column checksum'],
  ['another baseline', `update migrations set checksum = 'x'`],
])('a database that was created by %s is refused and stays unchanged', async (_, change) => {
  const database = await createTestDatabase()
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query(change)
  const read = async () => (await client.query('select * from migrations')).rows
  const before = await read()
  const refused = await refusal(database.url)
  expect(refused).toBeInstanceOf(StartError)
  expect(String(refused)).toMatch(/created with another schema .* start with an empty database/)
  expect(await read()).toEqual(before)
  await client.end()
  await database.drop()
})

test('names a failed migration, which leaves nothing behind', async () => {
  const database = await createTestDatabase()
  await write('9002_half.sql', 'create table half (id int); select nonsense;')
  await expect(migrate(database.url, { from: folder })).rejects.toThrow(
    'Migration 9002_half.sql failed',
  )
  await write('9002_half.sql', 'create table half (id int);')
  expect(await migrate(database.url, { from: folder })).toEqual(['9002_half.sql'])
  await rm(path.join(copy, '9002_half.sql'))
  await database.drop()
})

test('names the migration that lost its database, with the database’s message', async () => {
  const database = await createTestDatabase()
  await write('9004_gone.sql', 'select pg_terminate_backend(pg_backend_pid())')
  const gone = await refusal(database.url)
  expect(gone).toBeInstanceOf(StartError)
  expect(String(gone)).toContain('Migration 9004_gone.sql failed: terminating connection')
  await rm(path.join(copy, '9004_gone.sql'))
  await database.drop()
})

test('a migration yields to an order that takes the locks in the opposite order', async () => {
  const database = await createTestDatabase()
  await write('9003_locks.sql', 'alter table settings add x int; alter table orders add x int;')
  const order = new pg.Client(database.url)
  await order.connect()
  await order.query("set deadlock_timeout = '1min'; begin; lock table orders in row share mode")
  const migrated = migrate(database.url, { from: folder })
  const waiting = `
    select from pg_locks
     where relation = 'orders'::regclass and not granted and mode = 'AccessExclusiveLock'
       and database = (select oid from pg_database where datname = current_database())`
  await expect
    .poll(async () => (await order.query(waiting)).rowCount, { timeout: 60_000, interval: 20 })
    .toBe(1)
  await order.query('select from settings')
  await order.query('commit')
  expect(await migrated).toEqual(['9003_locks.sql'])
  await order.end()
  await rm(path.join(copy, '9003_locks.sql'))
  await database.drop()
})

test('reports which process a migration waits for, and a database that does not respond', async () => {
  const database = await createTestDatabase()
  const proxy = await openDatabaseProxy(database.url)
  const other = new pg.Client({ connectionString: database.url, application_name: 'an export' })
  await other.connect()
  await other.query('begin; lock table users')
  await write('9003_waiting.sql', 'lock table users')
  const said: string[] = []
  const heard = (pattern: string) => expect.poll(() => said.join(' ')).toMatch(new RegExp(pattern))
  const say = (sentence: string) => void said.push(sentence)
  const migrating = migrate(proxy.url, { from: folder, say, sayEveryMs: 50 })
  const locked = String.raw`Migration 9003_waiting.sql, after \d+ s: it waits for a lock of the database process \d+ \(an export, idle in transaction for \d+ s\)`
  await heard(locked)
  await other.query('rollback')
  expect(await migrating).toEqual(['9003_waiting.sql'])
  await other.query('select pg_advisory_lock($1)', [lockKeys.migrating])
  const second = migrate(proxy.url, { from: folder, say, sayEveryMs: 50 }).catch((error) => error)
  await heard('Waiting for another process that is migrating this database, after')
  proxy.freeze()
  await heard('after \\d+ s: the database does not respond \\(')
  proxy.cut()
  expect(await second).toBeInstanceOf(Error)
  await other.end()
  await proxy.close()
  await rm(path.join(copy, '9003_waiting.sql'))
  await database.drop()
})

test('SHA256SUMS has the checksum of every migration: else, npm run codegen', async () => {
  const listed = await readFile(new URL('../../../db/SHA256SUMS', import.meta.url), 'utf8')
  expect(listed).toBe(listChecksums(await readMigrations()))
  expect(listed).toContain(`  ${baseline}\n`)
})
