import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { StartError } from '#server/kernel/config/start-error.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { openDatabaseProxy } from '#server/kernel/testing/database-proxy.ts'
import { assertListens, assertReachable } from './reachable.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let proxy: Awaited<ReturnType<typeof openDatabaseProxy>>
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  proxy = await openDatabaseProxy(database.url)
})
afterEach(() => proxy.close())
afterAll(() => database.drop())

test('a database is reachable and delivers notifications', async () => {
  await assertReachable('DATABASE_URL', proxy.url)
  await assertListens('DATABASE_URL', proxy.url)
  await expect.poll(() => proxy.connections()).toBe(0)
})

test('suggests a fix if notifications do not arrive', async () => {
  proxy.deafen()
  await assertReachable('DATABASE_URL', proxy.url)
  await expect(assertListens('DATABASE_URL', proxy.url)).rejects.toThrow(
    new StartError(
      'Notifications do not arrive through DATABASE_URL, which usually means a transaction pooler such as PgBouncer. Set DATABASE_DIRECT_URL to the address of the database itself.',
    ),
  )
})

test('reports an unavailable database and an invalid address in a sentence', async () => {
  proxy.leave()
  await expect(assertReachable('DATABASE_DIRECT_URL', proxy.url)).rejects.toThrow(
    new StartError(
      'The database in DATABASE_DIRECT_URL cannot be used (Connection terminated unexpectedly). Check that it is running and that the user may connect.',
    ),
  )
  await expect(assertReachable('DATABASE_URL', 'postgres://a:b@c:x/d')).rejects.toThrow(StartError)
})

test('one writable host of several is enough, and a comma in the password is no host', async () => {
  const url = new URL(proxy.url)
  const hosts = url.href.replace('postgres@', `postgres:a,b@127.0.0.1:1,`)
  await assertReachable('DATABASE_URL', hosts)
  await assertListens('DATABASE_URL', hosts)
  await assertReachable('DATABASE_URL', url.href.replace('postgres@', 'postgres:a,b@'))
})

test('explains why none of several hosts is writable', async () => {
  proxy.leave()
  const hosts = proxy.url.replace('127.0.0.1', '127.0.0.1:1,127.0.0.1')
  await expect(assertReachable('DATABASE_URL', hosts)).rejects.toThrow(
    /^The database in DATABASE_URL cannot be used \(No server accepts writes \(127.0.0.1:1: connect ECONNREFUSED/,
  )
})

test('refuses an address that may lead to a standby, in a sentence', async () => {
  await expect(
    assertReachable('DATABASE_URL', `${proxy.url}?target_session_attrs=prefer-standby`),
  ).rejects.toThrow(
    new StartError(
      'DATABASE_URL has target_session_attrs=prefer-standby, but the shop needs to write. Remove that option or set it to read-write.',
    ),
  )
})
