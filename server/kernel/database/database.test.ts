import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { openDatabaseProxy } from '#server/kernel/testing/database-proxy.ts'
import { type Database, openDatabase, transaction } from './database.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let proxy: Awaited<ReturnType<typeof openDatabaseProxy>>
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  proxy = await openDatabaseProxy(database.url)
  db = openDatabase(proxy.url, 3)
})
afterEach(async () => {
  await db.destroy()
  await proxy.close()
})
afterAll(() => database.drop())

const ask = (on: Database = db) => sql<{ one: number }>`select 1 as one`.execute(on)

/** Ends every connection to this database except its own, as an operator does. */
async function terminate() {
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await client.end()
}

// An `error` event without a listener fails the run, as it would end the shop.
for (const [how, breakAll] of [
  ['the server ends it', terminate],
  ['the network cuts it', async () => proxy.cut()],
] as const) {
  test(`replaces an idle connection when ${how}`, async () => {
    await ask()
    await breakAll()
    await expect.poll(() => proxy.connections()).toBe(0)
    expect((await ask()).rows).toEqual([{ one: 1 }])
  })

  test(`a running query fails when ${how}, and the next one works`, async () => {
    const failure = expect(sql`select pg_sleep(60)`.execute(db)).rejects.toThrow(/terminat/)
    await expect.poll(running).toBe(1)
    await breakAll()
    await failure
    // The server's last message arrives a moment before its connection ends.
    await expect.poll(() => proxy.connections()).toBe(0)
    expect((await ask()).rows).toEqual([{ one: 1 }])
  })

  test(`a transaction between two queries fails when ${how}, and nothing is stored`, async () => {
    const work = transaction(db, async (tx) => {
      await sql`create table half_done ()`.execute(tx)
      await breakAll()
      await expect.poll(() => proxy.connections()).toBe(0)
      await ask(tx)
    })
    await expect(work).rejects.toThrow()
    const { rows } = await sql`select to_regclass('half_done') as found`.execute(db)
    expect(rows).toEqual([{ found: null }])
  })
}

test('a write refused by a read-only server discards the connection', async () => {
  const one = openDatabase(proxy.url, 1)
  const write = () => sql`create temporary table written ()`.execute(one)
  await ask(one)
  // Only this session is read-only, like one on a server that has become a standby.
  await sql`set default_transaction_read_only = on`.execute(one)
  await expect(write()).rejects.toMatchObject({ code: '25006' })
  // The connection closes a moment later.
  await expect.poll(() => write().then(() => 'written', String)).toBe('written')
  expect(proxy.attempts).toHaveLength(2)
  await one.destroy()
})

test('an unavailable database causes refusals only', async () => {
  await Promise.all([ask(), ask(), ask()])
  proxy.leave()
  for (const _ of Array(20)) await expect(ask()).rejects.toThrow()
  const asked = proxy.attempts.length
  proxy.back()
  await Promise.all(Array.from({ length: 20 }, () => ask()))
  // At most one attempt per query during the break, and at most the pool size afterwards.
  expect(asked).toBeLessThanOrEqual(3 + 20)
  expect(proxy.connections()).toBeLessThanOrEqual(3)
})

async function running() {
  const client = new pg.Client(database.url)
  await client.connect()
  const { rows } = await client.query(
    `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and state = 'active' and query like '%pg_sleep%' and pid <> pg_backend_pid()`,
  )
  await client.end()
  return rows[0].n
}

test('ends a transaction whose process hangs, and a connection whose machine is gone', async () => {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, current_setting(name) as setting
      from unnest(array['idle_in_transaction_session_timeout', 'tcp_keepalives_idle',
                        'tcp_keepalives_interval', 'tcp_keepalives_count']) as name`.execute(db)
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    idle_in_transaction_session_timeout: '30s',
    tcp_keepalives_idle: '10',
    tcp_keepalives_interval: '5',
    tcp_keepalives_count: '4',
  })
})

test('a pool without limits waits for a connection indefinitely', async () => {
  proxy.freeze()
  const unlimited = openDatabase(proxy.url, 1, { unlimited: true })
  const limits = sql<{ name: string; setting: string }>`
    select name, setting from pg_settings
     where name in ('statement_timeout', 'idle_in_transaction_session_timeout')`.execute(unlimited)
  // Longer than the five seconds after which other pools throw an error.
  await delay(6000)
  proxy.back()
  expect((await limits).rows.map(({ setting }) => setting)).toEqual(['0', '0'])
  await unlimited.destroy()
})
