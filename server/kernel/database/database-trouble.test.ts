import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/kernel/config/config.ts'
import { openDatabaseProxy } from '#server/kernel/testing/database-proxy.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { closeShop, openShop } from '#server/shop/open-shop.ts'
import { isDatabaseTrouble } from './database-trouble.ts'

let proxy: Awaited<ReturnType<typeof openDatabaseProxy>>
let app: Awaited<ReturnType<typeof buildApp>>

const base = await fileFixture(openTestShop())

beforeEach(async () => {
  proxy = await openDatabaseProxy(base.databaseUrl)
  const env = { SANDBOX: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'silent', DATABASE_POOL: '2' }
  const shop = await openShop({
    config: loadConfig(env),
    dataDir: base.dataDir,
    databaseUrl: proxy.url,
  })
  app = await buildApp(shop, { withPages: false })
})
afterEach(async () => {
  await app.close()
  await closeShop(app.shop)
  await proxy.close()
})
const ask = () => app.inject({ url: '/api/user/orders', headers: { cookie: 'session=any' } })

test('asks callers to retry while the database is unavailable, and serves them afterwards', async () => {
  expect((await ask()).statusCode).toBe(401)
  proxy.leave()
  const { statusCode, headers, body } = await ask()
  expect([statusCode, headers['retry-after'], JSON.parse(body)]).toEqual([
    503,
    '10',
    {
      code: 'unavailable',
      detail: sentence('unavailable'),
    },
  ])
  proxy.back()
  expect((await ask()).statusCode).toBe(401)
})

test('an unresponsive database makes the process not ready within two seconds', async () => {
  expect((await app.inject('/health/ready')).statusCode).toBe(200)
  proxy.freeze()
  const began = performance.now()
  const answers = await Promise.all([app.inject('/health/ready'), app.inject('/health/ready')])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503])
  expect(performance.now() - began).toBeLessThan(15_000)
  expect((await app.inject('/health/live')).statusCode).toBe(200)
  proxy.back()
  await expect.poll(async () => (await app.inject('/health/ready')).statusCode).toBe(200)
})

test('a caller waits at most five seconds for a connection', async () => {
  const { db } = app.shop
  const taken = await Promise.all([1, 2].map(() => db.startTransaction().execute()))
  try {
    const began = performance.now()
    expect((await ask()).statusCode).toBe(503)
    expect(performance.now() - began).toBeLessThan(20_000)
  } finally {
    for (const tx of taken) await tx.rollback().execute()
  }
})

test('only errors that may pass count as trouble of the database', async () => {
  const failures = {
    'select 1 / 0': false,
    'select from nowhere': false,
    'set statement_timeout = 1; select pg_sleep(1)': true,
    "do $$ begin raise 'full' using errcode = '53100'; end $$": true,
    "do $$ begin raise 'idle' using errcode = '25P03'; end $$": true,
    "do $$ begin raise 'away' using errcode = '57P03'; end $$": true,
    'set transaction read only; create table written ()': true,
  }
  for (const [statement, trouble] of Object.entries(failures)) {
    const error = await base.db.connection().execute((one) =>
      sql
        .raw(statement)
        .execute(one)
        .then(
          () => undefined,
          (reason: unknown) => reason,
        )
        // The pool discards a connection that can only read.
        .finally(() => sql`reset statement_timeout`.execute(one).catch(() => {})),
    )
    expect([statement, isDatabaseTrouble(error)]).toEqual([statement, trouble])
  }
})
