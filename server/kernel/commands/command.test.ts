import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/kernel/database/database.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { openDatabaseProxy } from '#server/kernel/testing/database-proxy.ts'
import { startShop } from '#server/kernel/testing/running-shop.ts'
import { answer } from './command.ts'

afterEach(() => {
  process.exitCode = undefined
})

test('a command that loses its database reports it in a sentence', async () => {
  const database = await createTestDatabase()
  const proxy = await openDatabaseProxy(database.url)
  const db = openDatabase(proxy.url, 1)
  const other = openDatabase(database.url, 1)
  const asked = sql`select from pg_stat_activity
    where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`
  const said = vi.spyOn(console, 'error').mockReturnValue()
  await answer(async () => {
    const asking = sql`select pg_sleep(30)`.execute(db)
    const cut = async () => {
      await expect.poll(async () => (await asked.execute(other)).rows.length).toBe(1)
      proxy.cut()
    }
    await Promise.all([asking, cut()])
    return ''
  })
  expect(said.mock.calls).toEqual([
    [
      expect.stringMatching(
        /^The database failed during the command \(Connection terminated.*\)\. Check that/,
      ),
    ],
  ])
  expect(process.exitCode).toBe(1)
  await other.destroy()
  await db.destroy()
  await proxy.close()
  await database.drop()
})

test('other errors keep their stack', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const fault = new Error('A fault of ours.')
  await answer(() => Promise.reject(fault))
  expect(said.mock.calls).toEqual([[fault]])
})

test('a start that loses its database halfway reports it in a sentence', async () => {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-start-'))
  const proxy = await openDatabaseProxy(database.url)
  const starting = startShop(proxy.url, dataDir, { SANDBOX: '0' })
  const failed = expect(starting).rejects.toThrow(
    /^The shop does not start:\n(?!.*^ {4}at ).*^ {2}The database failed during the command \(.*\)\. Check that it is running, then try again\.$/ms,
  )
  // The fourth connection belongs to the migrations, after the check that the database can be used.
  while (proxy.attempts.length < 4) await delay(1)
  proxy.leave()
  await failed
  await proxy.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})
