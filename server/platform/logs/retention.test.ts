import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { logs } from '#contract/platform/logs.ts'
import { settings } from '#contract/platform/settings.ts'
import { type Database, openDatabase } from '#server/kernel/database/database.ts'
import { dropMonths, makeMonths } from '#server/kernel/database/months.ts'
import { enqueue } from '#server/kernel/jobs/jobs.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { forget } from '#server/shop/retention/jobs.ts'
import { turnLogMonths } from './retention.ts'

const shop = await fileFixture(openTestShop())
const admin = await signIn(shop.app, { admin: true })

/** The first moment of the month that is `from` months away, in UTC. */
function month(from: number) {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + from, 1))
}
const named = (from: number) => `logs_${month(from).toISOString().slice(0, 7).replace('-', '_')}`

async function write(source: string, times: Date[]) {
  for (const [n, created_at] of times.entries()) {
    await shop.db
      .insertInto('logs')
      .values({ created_at, level: 0, type: source, message: `Entry ${n}` })
      .execute()
  }
}

async function listed(source: string, query: object = {}) {
  const { body } = await shop.call(logs.list, { query: { source, ...query } }, admin)
  return body.logs.map(({ message }) => message)
}

/** The existing monthly tables, and the rows waiting for one. */
async function tables(db: Database) {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
     where relnamespace = 'months'::regnamespace and relkind = 'r' and relname like 'logs%'
     order by 1`.execute(db)
  return rows.map(({ name }) => name)
}
const inTable = async (table: string, source: string) =>
  (
    await sql<{ rows: number }>`
      select count(*) as rows from ${sql.table(`months.${table}`)} where type = ${source}`.execute(
      shop.db,
    )
  ).rows[0]!.rows

const keepFor = (log_months: number | null) =>
  shop.call(settings.change, { body: { log_months } }, admin)

async function work() {
  await enqueue(shop.db, forget, {})
  await workJobs(shop)
}

test('there are tables for this month, the next two, and a default table', async () => {
  const fresh = await openTestShop()
  expect(await tables(fresh.db)).toEqual([named(0), named(1), named(2), 'logs_rest'])
  await fresh.close()
})

test('an entry outside all months is stored, and moved to its month at night', async () => {
  const late = new Date(month(-6).getTime() - 1)
  await write('moved', [late, month(-6), month(9), new Date()])
  expect(await inTable('logs_rest', 'moved')).toBe(3)
  const before = await listed('moved')
  await work()
  expect(await inTable('logs_rest', 'moved')).toBe(0)
  for (const from of [-7, -6, 0, 9]) expect(await inTable(named(from), 'moved')).toBe(1)
  expect(await listed('moved')).toEqual(before)
  expect(before).toEqual(['Entry 2', 'Entry 3', 'Entry 1', 'Entry 0'])
  await write('moved again', [month(-12)])
  expect(await inTable('logs_rest', 'moved again')).toBe(1)
})

test('pages, times and totals cross the border of months', async () => {
  const border = month(-2).getTime()
  await write(
    'border',
    [-2, -1, 0, 1, 2].map((ms) => new Date(border + ms)),
  )
  await work()
  expect(await listed('border', { limit: 2 })).toEqual(['Entry 4', 'Entry 3'])
  expect(await listed('border', { limit: 2, page: 1 })).toEqual(['Entry 2', 'Entry 1'])
  expect(await listed('border', { limit: 2, page: 2 })).toEqual(['Entry 0'])
  const [start_time, end_time] = [border - 1, border].map((ms) => new Date(ms).toISOString())
  expect(await listed('border', { start_time, end_time })).toEqual(['Entry 2', 'Entry 1'])
  expect(await listed('border', { message: 'entry', end_time })).toEqual([
    'Entry 2',
    'Entry 1',
    'Entry 0',
  ])
})

test('the log is retained forever, unless the setting limits the months', async () => {
  const end = (from: number) => new Date(month(from + 1).getTime() - 1)
  await write('aged', [month(-4), end(-4), month(-3), end(-3), month(-2), end(-1), new Date()])
  const all = [6, 5, 4, 3, 2, 1, 0].map((n) => `Entry ${n}`)
  await work()
  expect(await listed('aged')).toEqual(all)

  expect((await keepFor(2)).status).toBe(200)
  await work()
  expect(await listed('aged')).toEqual(['Entry 6', 'Entry 5', 'Entry 4'])
  expect(await tables(shop.db)).not.toContain(named(-3))
  expect(await tables(shop.db)).toContain(named(-2))

  const told = () => shop.call(logs.list, { query: { source: 'retention' } }, admin)
  const { body } = await told()
  expect(body.logs[0]!.message).toBe('Old log deleted')
  const months = [-4, -3].map((from) => month(from).toISOString().slice(0, 7))
  expect(body.logs[0]!.details.months).toEqual(expect.arrayContaining(months))
  await work()
  expect((await told()).body.total, 'nothing to drop is nothing to tell').toBe(body.total)
  await keepFor(null)
})

test('months begin and end in UTC, in any session time zone', async () => {
  const elsewhere = openDatabase(
    `${shop.databaseUrl}?options=-c%20timezone%3DPacific/Kiritimati`,
    1,
  )
  try {
    await write('zoned', [month(-20), new Date(month(-20).getTime() - 1)])
    await makeMonths(elsewhere, 'logs')
    expect(await inTable(named(-20), 'zoned')).toBe(1)
    expect(await inTable(named(-21), 'zoned')).toBe(1)
    const justBefore = sql<Date>`${new Date(month(-20).getTime() - 1)}::timestamptz`
    await dropMonths(elsewhere, 'logs', justBefore)
    expect(await tables(shop.db)).toContain(named(-21))
    await dropMonths(elsewhere, 'logs', sql<Date>`${month(-20)}::timestamptz`)
    expect(await tables(shop.db)).not.toContain(named(-21))
    expect(await tables(shop.db)).toContain(named(-20))
  } finally {
    await elsewhere.destroy()
  }
})

test('creating or deleting a month waits for readers, and delays nobody for long', async () => {
  await write('read', [month(-30)])
  await shop.db.transaction().execute(async (tx) => {
    await tx.selectFrom('logs').select('id').limit(1).execute()
    await expect(turnLogMonths(shop.db)).rejects.toMatchObject({ code: '55P03' })
    await write('read', [new Date()])
  })
  await turnLogMonths(shop.db)
  expect(await inTable(named(-30), 'read')).toBe(1)
  expect(await inTable('logs_rest', 'read')).toBe(0)
})

test('two concurrent rotations of months run one after the other', async () => {
  /** A rotation that waited too long for another is repeated, as its job is. */
  const turn = () => vi.waitFor(() => turnLogMonths(shop.db), 60_000)
  for (let n = 0; n < 5; n += 1) {
    await write('twice', [month(-40 - n)])
    await Promise.all([turn(), turn(), turn()])
    expect(await inTable(named(-40 - n), 'twice')).toBe(1)
  }
})
