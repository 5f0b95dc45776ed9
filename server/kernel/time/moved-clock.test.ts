import pg from 'pg'
import { expect, test } from 'vitest'
import { openDatabase, transaction } from '#server/kernel/database/database.ts'
import { lockKeys } from '#server/kernel/database/lock-keys.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { openDatabaseProxy } from '#server/kernel/testing/database-proxy.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { installClock, readAhead, removeClock, setDatabaseAhead } from './moved-clock.ts'

const opened = await createTestDatabase()
const { url } = await fileFixture(Promise.resolve({ ...opened, close: opened.drop }))
const day = 86_400_000

async function ask(text: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // PostgreSQL then prints the clock's functions with their schema.
    if (text === defaults) await client.query('set search_path to pg_catalog')
    const { rows } = await client.query({ text, rowMode: 'array' })
    return rows.map(([cell]) => String(cell))
  } finally {
    await client.end()
  }
}

const defaults = `select adrelid::regclass || '.' || adnum || ' ' || pg_get_expr(adbin, adrelid)
  from pg_attrdef order by 1`
const plan =
  'explain (costs off) select from subscriptions where ends_at > now() and product_id = 1'
const path = 'show search_path'

test('installs the clock in a database, and removes it without a trace if it was not moved', async () => {
  const before = [await ask(defaults), await ask(plan), await ask(path)]
  expect(before[0]!.filter((line) => line.includes('now()')).length).toBeGreaterThan(30)
  await installClock(url)
  await installClock(url)
  const bound = await ask(defaults)
  const free = bound.filter((line) => /(?<!loadout_clock\.)(now|clock_timestamp)\(\)/.test(line))
  expect(free).toEqual([])
  // The function is inlined: the plan is that of PostgreSQL's own function.
  expect((await ask(plan)).map((line) => line.replaceAll('pg_catalog.', ''))).toEqual(before[1])
  await removeClock(url)
  expect([await ask(defaults), await ask(plan), await ask(path)]).toEqual(before)
})

test('new objects go to the same schema as before', async () => {
  await installClock(url)
  await ask('create table made_later (at timestamptz default now())')
  expect(
    await ask(`select relnamespace::regnamespace from pg_class where relname = 'made_later'`),
  ).toEqual(['public'])
  expect(
    await ask(`select pg_get_expr(adbin, adrelid) from pg_attrdef
                     where adrelid = 'made_later'::regclass`),
  ).toEqual(['now()'])
  await ask('drop table made_later')
})

test('a database with a moved clock stays in test mode, and open connections follow', async () => {
  await installClock(url)
  const db = openDatabase(url, 2)
  const other = openDatabase(url, 1)
  try {
    const { rows: real } = await db.executeQuery<{ at: Date }>(nowOf(db))
    const { rows: kept } = await other.executeQuery<{ at: Date }>(nowOf(other))
    expect(Math.abs(kept[0]!.at.getTime() - real[0]!.at.getTime())).toBeLessThan(5000)
    await transaction(db, (tx) => setDatabaseAhead(tx, 40 * day))
    const { rows: after } = await other.executeQuery<{ at: Date }>(nowOf(other))
    expect(Math.abs(after[0]!.at.getTime() - real[0]!.at.getTime() - 40 * day)).toBeLessThan(9000)
    await transaction(db, (tx) => setDatabaseAhead(tx, day))
    expect(await readAhead(db)).toBe(40 * day)
  } finally {
    await db.destroy()
    await other.destroy()
  }
  await expect(removeClock(url)).rejects.toThrow('was moved 40 days ahead in test mode')
  const moved = await ask(plan)
  expect(moved.join(' ')).toContain("(pg_catalog.now() + '")
  expect(moved.join(' ')).toMatch(/Index/)
})

const nowOf = (db: ReturnType<typeof openDatabase>) =>
  db.selectNoFrom(({ fn }) => fn<Date>('now').as('at')).compile()

// An `error` event without a listener fails the run, as it would end the shop.
test('a connection that breaks while it waits for its turn is refused', async () => {
  const proxy = await openDatabaseProxy(url)
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await other.query('select pg_advisory_lock($1)', [lockKeys.movingClock])
  const refused = expect(removeClock(proxy.url)).rejects.toThrow('Connection terminated')
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  await expect.poll(async () => (await ask(waiting)).length).toBe(1)
  proxy.cut()
  await refused
  await other.end()
  await proxy.close()
})
