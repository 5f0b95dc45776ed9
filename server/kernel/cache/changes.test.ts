import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/kernel/database/database.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { openDatabaseProxy } from '#server/kernel/testing/database-proxy.ts'
import { listenForChanges, type Topic, topics } from './changes.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, 2)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

test('after a reconnect, reports possible changes once, then later ones', async () => {
  const proxy = await openDatabaseProxy(database.url)
  const changes = await listenForChanges(proxy.url)
  const told: Topic[] = []
  changes.on((topic) => told.push(topic))
  proxy.leave()
  await expect.poll(() => proxy.attempts.length).toBeGreaterThan(1)
  expect(told).toEqual([])
  proxy.back()
  await expect.poll(() => [...told].sort()).toEqual([...topics].sort())

  told.length = 0
  await sql`select pg_notify('changed', topic) from unnest(array['blog', 'nonsense', 'status']) topic`.execute(
    db,
  )
  await expect.poll(() => told).toEqual(['blog', 'status'])
  await changes.stop()
  await proxy.close()
})

test('listens to every topic that a trigger notifies', async () => {
  const { rows } = await sql<{ topic: string }>`
    select distinct split_part(encode(tgargs, 'escape'), '\\000', 1) as topic
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid where proname = 'notify_changed'`.execute(
    db,
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { topic } of rows) expect(topics).toContain(topic)
})
