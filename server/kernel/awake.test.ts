import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { stayAwake } from './awake.ts'
import { openDatabase } from './database.ts'
import { createTestDatabase } from './testing/database.ts'

test('a transaction that waits for others goes on for as long as its process is there', async () => {
  const { url, drop } = await createTestDatabase()
  const db = openDatabase(url, 1)
  const tx = await db.startTransaction().execute()
  const rest = await stayAwake(tx, 300)
  await delay(1000)
  rest()
  const { rows } = await sql`select 1 as one`.execute(tx)
  expect(rows).toEqual([{ one: 1 }])
  // Frozen, it would be ended.
  await delay(600)
  await expect(sql`select 1`.execute(tx)).rejects.toThrow()
  await tx
    .rollback()
    .execute()
    .catch(() => {})
  await db.destroy()
  await drop()
})
