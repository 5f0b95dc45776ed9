import '#server/followers.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/kernel/database.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { settleOrder } from '#server/orders/settle.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
let referrer: number
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, 20)
})
beforeEach(async () => {
  referrer = (await signInAs(db)).user.id
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

async function refer(count: number) {
  const users = await Promise.all(Array.from({ length: count }, () => signInAs(db)))
  const ids = users.map(({ user }) => user.id)
  await db.updateTable('users').set({ referred_by: referrer }).where('id', 'in', ids).execute()
  return ids
}

async function order(user_id: number, total_cents = 1999) {
  const { id } = await db
    .insertInto('orders')
    .values({ user_id, type: total_cents > 0 ? 'card' : 'free', total_cents })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function pay(user: number, total?: number) {
  const id = await order(user, total)
  await settleOrder(db, id, 'finished')
  return id
}

async function rewards() {
  const rows = await db
    .selectFrom('referral_rewards')
    .select(['redeemed_at', 'taken_back_at'])
    .where('user_id', '=', referrer)
    .execute()
  return {
    open: rows.filter((row) => !row.redeemed_at && !row.taken_back_at).length,
    redeemed: rows.filter((row) => row.redeemed_at).length,
    takenBack: rows.filter((row) => row.taken_back_at).length,
  }
}

test('every third customer earns a month, also when they all pay at once', async () => {
  const customers = await refer(10)
  await Promise.all(customers.map((user) => pay(user)))
  expect(await rewards()).toEqual({ open: 3, redeemed: 0, takenBack: 0 })
})

test('a customer counts once, and only for an order above zero', async () => {
  const [a, b, c] = await refer(3)
  for (const user of [a!, a!, a!, b!]) await pay(user)
  await pay(c!, 0)
  expect((await rewards()).open).toBe(0)
  await pay(c!)
  expect((await rewards()).open).toBe(1)
})

test('a refund takes an unredeemed reward back, and a new customer earns it again', async () => {
  const customers = await refer(4)
  const [first] = await Promise.all(customers.slice(0, 3).map((user) => pay(user)))
  await settleOrder(db, first!, 'refunded')
  expect(await rewards()).toEqual({ open: 0, redeemed: 0, takenBack: 1 })
  await pay(customers[3]!)
  expect(await rewards()).toEqual({ open: 1, redeemed: 0, takenBack: 1 })
})

test('a redeemed reward stays, and the next one waits for the count to catch up', async () => {
  const customers = await refer(6)
  const paid = await Promise.all(customers.slice(0, 3).map((user) => pay(user)))
  await db
    .updateTable('referral_rewards')
    .set({ redeemed_at: new Date() })
    .where('user_id', '=', referrer)
    .execute()
  await settleOrder(db, paid[0]!, 'refunded')
  expect(await rewards()).toEqual({ open: 0, redeemed: 1, takenBack: 0 })
  for (const user of customers.slice(3)) await pay(user)
  expect(await rewards()).toEqual({ open: 0, redeemed: 1, takenBack: 0 })
})

test('another paid order of the same customer keeps the reward', async () => {
  const customers = await refer(3)
  const paid = await Promise.all(customers.map((user) => pay(user)))
  const second = await pay(customers[0]!)
  await settleOrder(db, paid[0]!, 'refunded')
  expect((await rewards()).open).toBe(1)
  await settleOrder(db, second, 'refunded')
  expect((await rewards()).open).toBe(0)
})

test('both orders of a customer refunded at once take the reward back', async () => {
  const customers = await refer(3)
  const paid = await Promise.all(customers.map((user) => pay(user)))
  const second = await pay(customers[0]!)
  await Promise.all([paid[0]!, second].map((id) => settleOrder(db, id, 'refunded')))
  expect((await rewards()).open).toBe(0)
})

test('a dispute counts against the reward until it is won', async () => {
  const customers = await refer(3)
  const [first] = await Promise.all(customers.map((user) => pay(user)))
  await settleOrder(db, first!, 'disputed')
  expect((await rewards()).open).toBe(0)
  await settleOrder(db, first!, 'dispute_won')
  expect((await rewards()).open).toBe(1)
})
