import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { openDatabaseProxy } from '#server/kernel/testing/database-proxy.ts'
import { keepConnection } from './kept-connection.ts'

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

const pause = 20
const patient = { timeout: 60_000, interval: 5 }

async function keep(given: { askEvery?: number; answerWithin?: number } = {}) {
  const seen = { prepared: 0, returned: 0 }
  const connection = await keepConnection(proxy.url, {
    prepare: async (client) => {
      await client.query('listen anything')
      seen.prepared += 1
    },
    onReturn: () => {
      seen.returned += 1
    },
    pause,
    ...given,
  })
  return { connection, seen }
}

test('connects to a database that was unavailable one attempt at a time, and once', async () => {
  const { connection, seen } = await keep()
  proxy.leave()
  await expect.poll(() => proxy.attempts.length, patient).toBeGreaterThan(20)
  proxy.back()
  await expect.poll(() => seen.returned, patient).toBe(1)
  const gaps = proxy.attempts.slice(2).map((at, index) => at - proxy.attempts[index + 1]!)
  // A timer may fire a millisecond early.
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(pause - 1)
  expect(seen).toEqual({ prepared: 2, returned: 1 })
  expect(proxy.connections()).toBe(1)
  await connection.close()
})

test('reopens a connection that the server ends, every time', async () => {
  const { connection, seen } = await keep()
  for (const time of [1, 2, 3]) {
    const { rows } = await connection.client().query('select pg_backend_pid() as pid')
    await administer('select pg_terminate_backend($1)', [rows[0].pid])
    await expect.poll(() => seen.returned, patient).toBe(time)
  }
  expect(proxy.connections()).toBe(1)
  await connection.close()
})

test('closes and reopens a connection that does not respond', async () => {
  const { connection, seen } = await keep({ askEvery: 50, answerWithin: 2000 })
  proxy.freeze()
  await vi.waitFor(() => expect(() => connection.client()).toThrow('is broken'), patient)
  proxy.back()
  await expect.poll(() => seen.returned, patient).toBe(1)
  await connection.close()
})

test('reports that it is disconnected, and stop ends the attempts', async () => {
  const { connection } = await keep()
  proxy.leave()
  await expect.poll(() => proxy.attempts.length, patient).toBeGreaterThan(2)
  expect(() => connection.client()).toThrow('is broken')
  await connection.close()
  proxy.back()
  // If an attempt was running, it is discarded.
  await expect.poll(() => proxy.connections(), patient).toBe(0)
  expect(() => connection.client()).toThrow('is broken')
})

test('a server that does not say goodbye does not delay a stop', async () => {
  const { connection } = await keep()
  proxy.freeze()
  const { stream } = connection.client().connection
  await connection.close()
  expect(stream.destroyed).toBe(true)
})

test('the first failed attempt throws its own error', async () => {
  proxy.leave()
  await expect(keep()).rejects.toThrow('Connection terminated unexpectedly')
  expect(proxy.attempts).toHaveLength(1)
})

async function administer(query: string, values: unknown[]) {
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query(query, values)
  await client.end()
}
