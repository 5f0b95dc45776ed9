import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { generateTables } from './generate.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('tables.ts matches the schema: else, npm run codegen', async () => {
  const generated = await generateTables(database.url)
  expect(generated).toBe(
    await readFile(new URL('../../../../db/tables.ts', import.meta.url), 'utf8'),
  )
})

test('the type of each table names the code that writes it', async () => {
  const text = await readFile(new URL('../../../../db/tables.ts', import.meta.url), 'utf8')
  const writers = new Map(
    [...text.matchAll(/\* Written by\n((?: \* - .*\n)*) \*\/\nexport interface (\w+)/g)].map(
      ([, names = '', type]) => [type, names],
    ),
  )
  expect(writers.get('Orders')).toContain('server/selling/orders/place.ts')
  expect(writers.get('OrderDays')).toContain('a trigger on orders')
  expect(writers.get('KnownBrowsers')).toContain('server/platform/users/own-rows.ts')
  expect(writers.get('Logs')).toContain('server/platform/logs/retention.ts')
  expect(writers.get('TicketMessages')).toContain('a deletion from tickets')
  expect([...writers].filter(([, names]) => names === '')).toEqual([])
})

test('every constraint holds for all rows, also for older ones', async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query(
    'select conrelid::regclass::text, conname from pg_constraint where not convalidated',
  )
  await client.end()
  expect(rows).toEqual([])
})

test('every foreign key has an index, so that its target can be deleted', async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query(`
    select conrelid::regclass || '.' || attname as reference
      from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and connamespace = 'public'::regnamespace
       and not exists (select from pg_index where indrelid = conrelid and indkey[0] = conkey[1])`)
  await client.end()
  expect(rows).toEqual([])
})
