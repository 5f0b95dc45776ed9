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
