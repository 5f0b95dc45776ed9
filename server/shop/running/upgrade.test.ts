import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { subscriptions } from '#contract/access/subscriptions.ts'
import { staffUsers } from '#contract/people/staff-users.ts'
import { tickets } from '#contract/people/tickets.ts'
import { logs } from '#contract/platform/logs.ts'
import { mails } from '#contract/platform/mail.ts'
import { orders } from '#contract/selling/orders.ts'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/kernel/config/config.ts'
import { cookieName } from '#server/kernel/http/callers.ts'
import { migrate } from '#server/kernel/migrations/migrate.ts'
import { createBareDatabase, createTestDatabase } from '#server/kernel/testing/database.ts'
import {
  lastOfPreviousVersion,
  writeAsFormerVersion,
} from '#server/kernel/testing/former-version.ts'
import { startShop } from '#server/kernel/testing/running-shop.ts'
import { caller } from '#server/kernel/testing/shop.ts'
import { closeShop, openShop } from '#server/shop/open-shop.ts'

const database = await createBareDatabase()
await migrate(database.url, { upTo: lastOfPreviousVersion })
const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-upgrade-'))
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const client = new pg.Client(database.url)
await client.connect()
await client.query('update settings set opened_at = now()')
await client.end()

type Column = { place: string; type: string; required: boolean }

/** `required`: an insert must set the column. */
async function readColumns() {
  const client = new pg.Client(database.url)
  await client.connect()
  const { rows } = await client.query<Column>(`
    select table_name || '.' || column_name as place, udt_name as type,
           is_nullable = 'NO' and column_default is null and identity_generation is null
             and is_generated = 'NEVER' as required
      from information_schema.columns where table_schema = 'public'`)
  await client.end()
  return new Map(rows.map((column) => [column.place, column]))
}

const tableOf = (place: string) => place.split('.')[0]

test('an upgrade keeps the data of the previous version, whose processes continue next to new ones', async () => {
  const before = await readColumns()
  const written = [await writeAsFormerVersion(database.url, 'before')]
  await migrate(database.url)

  const after = await readColumns()
  const tables = new Set([...before.keys()].map(tableOf))
  const gone = [...before.values()].filter(({ place, type }) => after.get(place)?.type !== type)
  expect(
    gone.map(({ place }) => place),
    'removed columns that the previous version reads',
  ).toEqual([])
  const demanded = [...after.values()].filter(
    ({ place, required }) => required && tables.has(tableOf(place)) && !before.get(place)?.required,
  )
  expect(
    demanded.map(({ place }) => place),
    'mandatory columns that it does not write',
  ).toEqual([])
  // During a rolling restart, the previous version continues to write.
  written.push(await writeAsFormerVersion(database.url, 'beside'))

  const config = loadConfig({ SANDBOX: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'silent' })
  const shop = await openShop({ config, dataDir, databaseUrl: database.url })
  const app = await buildApp(shop, { withPages: false, strict: true })
  const call = caller(app)
  for (const { order, ticket, tokens } of written) {
    const [customer, admin] = [tokens.customer, tokens.admin].map((token) => ({
      cookie: `${cookieName(config)}=${token}`,
    }))
    const name = tokens.customer.replace('customer ', '')
    const own = await call(orders.list, { query: {} } as never, customer)
    expect(JSON.stringify(own.body)).toContain(order)
    const running = await call(subscriptions.list, {}, customer)
    expect(JSON.stringify(running.body)).toContain(`Game ${name}`)
    const read = await call(tickets.get, { params: { id: ticket } }, customer)
    expect(read.body).toMatchObject({ title: `Help ${name}` })
    for (const [what, answer] of [
      [order, await call(staffOrders.search, { query: { q: order } }, admin)],
      [`buyer-${name}`, await call(staffUsers.list, { query: { search: `buyer-${name}` } }, admin)],
      [`Order placed ${name}`, await call(logs.list, { query: {} }, admin)],
      [`Receipt ${name}`, await call(mails.list, { query: {} }, admin)],
    ] as const) {
      expect(answer.status).toBe(200)
      expect(JSON.stringify(answer.body)).toContain(what)
    }
  }
  await app.close()
  await closeShop(shop)
})

test('a start on a database of an earlier commit prints one sentence that says what to do', async () => {
  const earlier = await createTestDatabase()
  const client = new pg.Client(earlier.url)
  await client.connect()
  await client.query(`update migrations set name = '0001_ground.sql'`)
  await client.end()
  await expect(startShop(earlier.url, dataDir, { SANDBOX: '0' })).rejects.toThrow(
    /^The shop does not start:\n(?!.*^ {4}at ).*^ {2}This database was created with another schema [^\n]+: start with an empty database \(for a demo, delete its data folder\), or start the version that created it\.$/ms,
  )
  await earlier.drop()
})
