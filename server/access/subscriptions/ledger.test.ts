import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/kernel/database/database.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { grantTime } from './ledger.ts'
import { monthsToSeconds } from './time.ts'

const month = monthsToSeconds(1)
let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, 20)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

async function newPair() {
  const { user } = await signInAs(db)
  return { userId: user.id, productId: await addProduct(db) }
}

const runsOf = (pair: { userId: number; productId: number }) =>
  db
    .selectFrom('subscriptions')
    .select(['term_length', 'created_at', 'ends_at'])
    .where('user_id', '=', pair.userId)
    .where('product_id', '=', pair.productId)
    .orderBy('id')
    .execute()

test('concurrent grants all extend the same run', async () => {
  const pair = await newPair()
  await Promise.all(
    Array.from({ length: 20 }, () => grantTime(db, { ...pair, seconds: month, cause: 'grant' })),
  )
  const [run, ...others] = await runsOf(pair)
  expect(others).toEqual([])
  expect(run!.term_length).toBe(20 * month)
  expect(run!.ends_at.getTime() - run!.created_at.getTime()).toBe(20 * month * 1000)
})

test('time that is granted after the expiry starts a new run now', async () => {
  const pair = await newPair()
  await grantTime(db, { ...pair, seconds: month, cause: 'grant' })
  await sql`update subscriptions set created_at = created_at - interval '31 days',
    ends_at = ends_at - interval '31 days' where user_id = ${pair.userId}`.execute(db)
  const before = Date.now()
  await grantTime(db, { ...pair, seconds: month, cause: 'grant' })
  const [old, fresh] = await runsOf(pair)
  expect(old!.term_length).toBe(month)
  expect(fresh!.term_length).toBe(month)
  expect(Math.abs(fresh!.created_at.getTime() - before)).toBeLessThan(60_000)
})

test('each product and customer has a separate run', async () => {
  const [one, other] = [await newPair(), await newPair()]
  await grantTime(db, { ...one, seconds: month, cause: 'grant' })
  await grantTime(db, { ...one, productId: other.productId, seconds: 60, cause: 'compensation' })
  await grantTime(db, { ...other, seconds: 120, cause: 'reward' })
  expect((await runsOf(one)).map((run) => run.term_length)).toEqual([month])
  expect((await runsOf(other)).map((run) => run.term_length)).toEqual([120])
})

test('grants a purchase once per item, and reports a repeated grant', async () => {
  const pair = await newPair()
  const order = await db
    .insertInto('orders')
    .values({ user_id: pair.userId, type: 'card', total_cents: 100 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: orderItemId } = await db
    .insertInto('order_items')
    .values({
      order_id: order.id,
      product_id: pair.productId,
      product_name: 'Game',
      months: 1,
      list_cents: 100,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const entries = await Promise.all(
    Array.from({ length: 10 }, () =>
      grantTime(db, { ...pair, seconds: month, cause: 'purchase', orderItemId }),
    ),
  )
  expect(entries.filter(Boolean)).toHaveLength(1)
  expect((await runsOf(pair)).map((run) => run.term_length)).toEqual([month])
})

test('refuses changes of ledger entries', async () => {
  const pair = await newPair()
  await grantTime(db, { ...pair, seconds: month, cause: 'grant' })
  await expect(db.updateTable('time_entries').set({ seconds: 1 }).execute()).rejects.toThrow(
    'append-only',
  )
  await expect(db.deleteFrom('time_entries').execute()).rejects.toThrow('append-only')
})
