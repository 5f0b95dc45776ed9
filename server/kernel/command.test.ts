import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { answer } from './command.ts'
import { openDatabase } from './database.ts'
import { createTestDatabase } from './testing/database.ts'
import { openDatabaseProxy } from './testing/database-proxy.ts'

afterEach(() => {
  process.exitCode = undefined
})

test('a command whose database is cut says so in a sentence', async () => {
  const database = await createTestDatabase()
  const proxy = await openDatabaseProxy(database.url)
  const db = openDatabase(proxy.url, 1)
  const said = vi.spyOn(console, 'error').mockReturnValue()
  await answer(async () => {
    const asking = sql`select pg_sleep(30)`.execute(db)
    await Promise.all([asking, delay(300).then(() => proxy.cut())])
    return ''
  })
  expect(said.mock.calls).toEqual([
    [expect.stringMatching(/^The database failed meanwhile \(Connection terminated.*\): see that/)],
  ])
  expect(process.exitCode).toBe(1)
  await db.destroy()
  await proxy.close()
  await database.drop()
})

test('what is no trouble of the database keeps its stack', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const fault = new Error('A fault of ours.')
  await answer(() => Promise.reject(fault))
  expect(said.mock.calls).toEqual([[fault]])
})
