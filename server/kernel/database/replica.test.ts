import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { staffUsers } from '#contract/people/staff-users.ts'
import { logs } from '#contract/platform/logs.ts'
import { mails } from '#contract/platform/mail.ts'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/kernel/config/config.ts'
import { StartError } from '#server/kernel/config/start-error.ts'
import { migrate } from '#server/kernel/migrations/migrate.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { createServer } from '#server/kernel/testing/own-postgres.ts'
import { openPair } from '#server/kernel/testing/postgres-pair.ts'
import { caller } from '#server/kernel/testing/shop.ts'
import { closeShop, openShop } from '#server/shop/open-shop.ts'
import { type Database, openDatabase } from './database.ts'
import { openReplica } from './replica.ts'

async function openStage() {
  await using opened = new AsyncDisposableStack()
  const folder = mkdtempSync(path.join(tmpdir(), 'loadout-replica-'))
  opened.defer(() => {
    for (const each of [folder, `${folder}-standby`]) rmSync(each, { recursive: true, force: true })
  })
  await createServer(folder)
  const settings = { fsync: 'off', max_connections: '100', log_statement: 'all' }
  const pair = await openPair(folder, settings)
  opened.defer(() => pair.stop('SIGQUIT'))
  await migrate(pair.url)
  const config = loadConfig({
    SANDBOX: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    DATABASE_REPLICA_URL: pair.standby.url,
  })
  const onReplica = openDatabase(pair.standby.url, 1)
  opened.defer(() => onReplica.destroy())
  const shop = await openShop({
    config,
    dataDir: path.join(folder, 'files'),
    // Commits are acknowledged before the standby has them.
    databaseUrl: `${pair.url}?options=-c%20synchronous_commit%3Dlocal`,
  })
  opened.defer(() => closeShop(shop))
  // On a busy machine the standby may be further behind than the shop waits for.
  await shop.replica.close()
  shop.replica = openReplica(shop.db, pair.standby.url, { poolSize: 2, patience: 30_000 })
  const app = await buildApp(shop, { withPages: false, strict: true })
  opened.defer(() => app.close())
  const admin = await signIn(app, { admin: true })
  const list = (search: string) => caller(app)(staffUsers.list, { query: { search } }, admin)
  const all = opened.move()
  return { pair, shop, app, admin, onReplica, list, close: () => all.disposeAsync() }
}

const { pair, shop, app, admin, onReplica, list } = await fileFixture(openStage())
const call = caller(app)

async function portOf(db: Database): Promise<number> {
  const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(db)
  return rows[0]!.port
}

async function askedOfReplica(work: () => Promise<unknown>) {
  const before = pair.standby.log().length
  await work()
  return pair.standby.log().slice(before)
}

test('reads staff lists on the replica, including the latest writes', async () => {
  const { user } = await signIn(app)
  for (const round of Array(20).keys()) {
    const username = `renamed-${round}`
    const asked = await askedOfReplica(async () => {
      await call(
        staffUsers.change,
        { params: { uid: user.id }, body: { username } as never },
        admin,
      )
      const { body } = await list(username)
      expect(body.users.map(({ uid }) => uid)).toEqual([user.id])
    })
    expect(asked).toContain('from (select * from users order by')
    expect(asked).not.toContain('update')
  }
})

test.each([
  ['log', () => call(logs.list, { query: {} }, admin)],
  ['sources', () => call(logs.sources, {}, admin)],
  ['orders', () => call(staffOrders.search, { query: {} }, admin)],
  ['mails', () => call(mails.list, { query: {} }, admin)],
] as const)('reads on the replica: %s', async (_, read) => {
  const asked = await askedOfReplica(async () => expect((await read()).status).toBe(200))
  expect(asked).toContain('pg_last_wal_replay_lsn')
  expect(asked).toContain(' from ')
})

test('skips a replica that lags, and tries it again later', async () => {
  const replica = openReplica(shop.db, pair.standby.url, { poolSize: 2, patience: 50, rest: 3000 })
  const [primary, standby] = [pair.url, pair.standby.url].map((url) => Number(new URL(url).port))
  await expect.poll(() => replica.read(portOf)).toBe(standby)
  await sql`select pg_wal_replay_pause()`.execute(onReplica)
  await signIn(app)
  expect(await replica.read(portOf)).toBe(primary)
  await sql`select pg_wal_replay_resume()`.execute(onReplica)
  expect(await replica.read(portOf)).toBe(primary)
  await expect.poll(() => replica.read(portOf)).toBe(standby)
  await replica.close()
})

test('reports an invalid query as an invalid query', async () => {
  const { code } = await call(staffUsers.list, { query: { page: 100_000, limit: 50 } }, admin)
  expect(code).toBe('too_deep')
})

test('a role with only its own privileges can read all of it', async () => {
  await sql`create role plain login`.execute(shop.db)
  const [primary, standby] = [pair.url, pair.standby.url].map((url) =>
    url.replace('postgres@', 'plain@'),
  )
  const db = openDatabase(primary!, 1)
  const replica = openReplica(db, standby!, { poolSize: 1, patience: 5000 })
  expect(await replica.read(portOf)).toBe(Number(new URL(standby!).port))
  await replica.close()
  await db.destroy()
})

test('never reads a database of another system', async () => {
  const other = await createTestDatabase()
  const replica = openReplica(shop.db, other.url, { poolSize: 1 })
  const found = await replica.read((db) =>
    db.selectFrom('users').select('id').where('id', '=', admin.user.id).execute(),
  )
  expect(found).toEqual([{ id: admin.user.id }])
  await replica.close()
  await other.drop()
})

test('works without a replica that is unavailable or promoted', async () => {
  // A promoted standby cannot become a standby again, so this test has its own servers.
  const { pair, shop, app, admin, list, close } = await openStage()
  onTestFinished(close)
  await pair.standby.stop('SIGQUIT')
  expect((await list(admin.user.username)).body.users).toHaveLength(1)
  await pair.standby.start()
  await pair.promote()
  const replica = openReplica(shop.db, pair.standby.url, { poolSize: 1 })
  const { user } = await signIn(app)
  const found = await replica.read((db) =>
    db.selectFrom('users').select('id').where('id', '=', user.id).execute(),
  )
  expect(found).toEqual([{ id: user.id }])
  await replica.close()
})

test.each(['shop', 'https://one/shop', 'postgres://a@one,two/shop'])(
  'refuses an address that is not one server, at the start: %s',
  (url) => {
    expect(() => openReplica(shop.db, url, { poolSize: 1 })).toThrow(StartError)
  },
)
