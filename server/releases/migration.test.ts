import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#server/kernel/database.ts'
import { migrate } from '#server/kernel/migrate.ts'
import { createOlderDatabase } from '#server/kernel/testing/older-database.ts'
import { listReleases } from './list.ts'
import { listPromoted } from './promoted.ts'

const database = await createOlderDatabase('0053')
const db = openDatabase(database.url, 2)
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

test('loaders that were released before stay, and the current one is offered to everybody', async () => {
  const file = { size: 9, sha256: '0'.repeat(64) }
  await db
    .insertInto('loader_releases')
    .values([
      { ...file, version: '1.9', storage_key: 'a', notes: 'Old' },
      { ...file, version: '1.10', storage_key: 'b', current: true },
      { ...file, version: '2.0-rc', storage_key: 'c' },
    ])
    .execute()
  await migrate(database.url)
  expect(await listPromoted(db, null)).toMatchObject([
    { version: '1.10', channel: 'stable', percent: 100, minimum: null },
  ])
  const { releases } = await listReleases(db, { page: 0, limit: 10 })
  expect(releases.map(({ version, kind, current }) => [version, kind, current])).toEqual([
    ['2.0-rc', 'loader', false],
    ['1.10', 'loader', true],
    ['1.9', 'loader', false],
  ])
})
