import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { stayAwake } from './awake.ts'
import { openDatabase } from './database.ts'

test('a waiting transaction stays open as long as its process runs', async () => {
  const { url, drop } = await createTestDatabase()
  const [db, other] = [openDatabase(url, 1), openDatabase(url, 1)]
  const sessions = sql`select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
  const tx = await db.startTransaction().execute()
  const rest = await stayAwake(tx, 4000)
  await delay(6000)
  rest()
  const { rows } = await sql`select 1 as one`.execute(tx)
  expect(rows).toEqual([{ one: 1 }])
  // After `rest`, PostgreSQL ends the idle transaction, as it does if its process is frozen.
  await expect.poll(async () => (await sessions.execute(other)).rows.length).toBe(0)
  await expect(sql`select 1`.execute(tx)).rejects.toThrow()
  await tx
    .rollback()
    .execute()
    .catch(() => {})
  await db.destroy()
  await other.destroy()
  await drop()
})
