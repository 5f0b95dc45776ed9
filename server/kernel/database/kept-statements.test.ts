import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { type Database, openDatabase } from './database.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => {
  db = openDatabase(database.url, 1)
})
afterEach(() => db.destroy())
afterAll(() => database.drop())

const held = async (on = db) =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(on)).rows

async function often(ask: (n: number) => Promise<unknown>) {
  for (let n = 0; n < 25; n += 1) await ask(n)
}

test('prepares a repeated statement once', async () => {
  await sql`select ${1}::int as rare`.execute(db)
  await often(async (n) => {
    const { rows } = await sql`select ${n}::int as often`.execute(db)
    expect(rows).toEqual([{ often: n }])
  })
  expect(await held()).toEqual([{ statement: 'select $1::int as often' }])
})

test('limits the number of prepared statements of a connection', async () => {
  for (let n = 0; n < 160; n += 1)
    await often(() => sql`select ${n}::int as ${sql.ref(`column_${n}`)}`.execute(db))
  expect(await held()).toHaveLength(150)
})

test('plans a list query each time', async () => {
  await often((n) => db.selectFrom('users').select('id').limit(n).execute())
  expect(await held()).toEqual([])
})

test('prepares nothing on pooled connections', async () => {
  const pooled = openDatabase(database.url, 1, { pooled: true })
  await often((n) => sql`select ${n}::int as often`.execute(pooled))
  expect(await held(pooled)).toEqual([])
  await pooled.destroy()
})

test('a changed table fails a prepared statement once', async () => {
  await sql`create table changing (one int)`.execute(db)
  const ask = () => sql`select * from changing where one = ${1}`.execute(db)
  await often(ask)
  await sql`alter table changing add column two int`.execute(db)
  await expect(ask()).rejects.toThrow('cached plan')
  expect((await ask()).rows).toEqual([])
})
