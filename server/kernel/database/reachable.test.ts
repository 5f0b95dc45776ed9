import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { StartError } from '#server/kernel/config/start-error.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { openDatabaseProxy } from '#server/kernel/testing/database-proxy.ts'
import { newClient } from './client.ts'
import { keepConnection } from './kept-connection.ts'
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

test('reports a database that accepts no writes', async () => {
  const name = new URL(database.url).pathname.slice(1)
  const readOnly = (value: string) =>
    ask(`alter database ${name} set default_transaction_read_only = ${value}`)
  await readOnly('on')
  try {
    await expect(assertReachable('DATABASE_URL', proxy.url)).rejects.toThrow(
      new StartError(
        'The database in DATABASE_URL accepts no writes. If it is a standby, set DATABASE_URL to the address of the primary server.',
      ),
    )
    const opening = keepConnection(proxy.url, { prepare: async () => {} })
    await expect(opening).rejects.toThrow('The database accepts no writes')
  } finally {
    await readOnly('off')
  }
})

/** Asks the server without a database of its own, which may be read-only. */
async function ask(query: string) {
  const url = new URL(database.url)
  url.pathname = '/postgres'
  const client = newClient(url.href)
  await client.connect()
  await client.query(query)
  await client.end()
}

test('reports an unavailable database and an invalid address in a sentence', async () => {
  proxy.leave()
  await expect(assertReachable('DATABASE_DIRECT_URL', proxy.url)).rejects.toThrow(
    new StartError(
      'The database in DATABASE_DIRECT_URL cannot be used (Connection terminated unexpectedly). Check that it is running and that the user may connect.',
    ),
  )
  await expect(assertReachable('DATABASE_URL', 'postgres://a:b@c:x/d')).rejects.toThrow(StartError)
})
