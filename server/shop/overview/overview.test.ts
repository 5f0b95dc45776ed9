import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { overview } from '#contract/shop/overview.ts'
import { waiting } from '#contract/shop/waiting.ts'
import { grantTime, revokeTime } from '#server/access/subscriptions/ledger.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { settleOrder } from '#server/selling/orders/settle.ts'

const shop = await fileFixture(openTestShop())
const staff = await signIn(shop.app, { support: true })
const values = ['One', 'Two', 'Three'].map((name) => ({
  name,
  slug: name.toLowerCase(),
  price_cents: 1999,
}))
const products = (
  await shop.db.insertInto('products').values(values).returning('id').execute()
).map(({ id }) => id)

const figures = async () => (await shop.call(overview.figures, {}, staff)).body
const charts = async (days: '7' | '30' | '90' | '365' = '7') =>
  (await shop.call(overview.charts, { query: { days } }, staff)).body
const fold = () => sql`select fold_days()`.execute(shop.db)

async function addUser(created_at = new Date()) {
  const username = `u${Math.random().toString(36).slice(2)}`
  const { id } = await shop.db
    .insertInto('users')
    .values({ username, email: `${username}@example.com`, created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Type = 'card' | 'crypto' | 'free'
async function addOrder(userId: number, cents: number, type: Type = 'crypto') {
  const { id } = await shop.db
    .insertInto('orders')
    .values({ user_id: userId, type, total_cents: cents })
    .returning('id')
    .executeTakeFirstOrThrow()
  await shop.db
    .insertInto('order_items')
    .values({
      order_id: id,
      product_id: products[0]!,
      product_name: 'One',
      months: 1,
      list_cents: cents,
    })
    .execute()
  return id
}

function difference<T extends Record<string, number>>(after: T, before: T) {
  const entries = Object.entries(after).map(([key, value]) => [key, value - before[key]!] as const)
  return Object.fromEntries(entries.filter(([, by]) => Math.abs(by) > 1e-9))
}

let before: Awaited<ReturnType<typeof figures>>
beforeEach(async () => {
  before = await figures()
})

test('an order is unpaid, then paid, and a refund removes its revenue', async () => {
  const user = await addUser()
  const order = await addOrder(user, 1999)
  expect(difference(await figures(), before)).toEqual({ total_users: 1, unpaid_orders: 1 })
  await settleOrder(shop.db, order, 'finished')
  const paid = { total_users: 1, completed_orders: 1, active_subscriptions: 1 }
  expect(difference(await figures(), before)).toMatchObject(paid)
  expect((await figures()).gross_total_revenue - before.gross_total_revenue).toBeCloseTo(19.99)
  const { revenue } = await charts()
  await fold()
  expect((await charts()).revenue).toEqual(revenue)
  await settleOrder(shop.db, order, 'refunded')
  expect(difference(await figures(), before)).toEqual({ total_users: 1 })
  const back = await charts()
  expect(revenue.crypto.at(-1)! - back.revenue.crypto.at(-1)!).toBeCloseTo(19.99)
  expect(back.orders).toContainEqual({ payment_status: 'refunded', orders: expect.any(Number) })
})

test('a disputed order is no revenue until it is won', async () => {
  const order = await addOrder(await addUser(), 500, 'card')
  await settleOrder(shop.db, order, 'finished')
  await settleOrder(shop.db, order, 'disputed')
  expect((await figures()).gross_total_revenue).toBeCloseTo(before.gross_total_revenue)
  await settleOrder(shop.db, order, 'dispute_won')
  expect((await figures()).gross_total_revenue - before.gross_total_revenue).toBeCloseTo(5)
})

test('a card payment that was only started is no unpaid order', async () => {
  const user = await addUser()
  await addOrder(user, 100, 'card')
  expect(difference(await figures(), before)).toEqual({ total_users: 1 })
})

test('a subscription is active until it expires or is revoked', async () => {
  const userId = await addUser()
  await grantTime(shop.db, {
    userId,
    productId: products[1]!,
    seconds: 86_400 * 30,
    cause: 'grant',
  })
  expect(difference(await figures(), before)).toEqual({ total_users: 1, active_subscriptions: 1 })
  const running = async () =>
    (await charts()).subscriptions
      .find(({ product_id }) => product_id === products[1])
      ?.active.at(-1) ?? 0
  const now = await running()
  await fold()
  expect(await running()).toBe(now)
  await revokeTime(shop.db, { userId, actorId: staff.user.id })
  expect(difference(await figures(), before)).toEqual({ total_users: 1 })
  expect(await running()).toBe(now - 1)
})

test('a subscription is active on its last day until it expires', async () => {
  const { rows } = await sql<{ at: Date }>`select now() as at`.execute(shop.db)
  const now = rows[0]!.at.getTime()
  for (const by of [-1, 1]) {
    const user_id = await addUser()
    await shop.db
      .insertInto('subscriptions')
      .values({
        user_id,
        product_id: products[2]!,
        created_at: new Date(now - 86_400_000 * 3),
        ends_at: new Date(now + by * 60_000),
      })
      .execute()
  }
  expect((await figures()).active_subscriptions - before.active_subscriptions).toBe(1)
  const { subscriptions, from } = await charts()
  const { active } = subscriptions.find(({ product_id }) => product_id === products[2])!
  expect(from).toHaveLength(7)
  expect(active.at(-1)).toBe(1)
  expect(active[0]).toBe(0)
})

test('new users are shown on their day', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const was = await charts('30')
  await addUser(daysAgo(8))
  await addUser(daysAgo(8))
  await addUser(daysAgo(40))
  const is = await charts('30')
  expect(is).toMatchObject({ bin: 'day', from: { length: 30 } })
  const day = daysAgo(8).toISOString().slice(0, 10)
  const index = is.from.indexOf(day)
  expect(is.users[index]! - was.users[index]!).toBe(2)
  expect(is.users.reduce((sum, n) => sum + n) - was.users.reduce((sum, n) => sum + n)).toBe(2)
})

test('a period comes with the totals of the period before', async () => {
  const was = (await charts('30')).before
  const at = new Date(Date.now() - 40 * 86_400_000)
  const user = await addUser(at)
  await addUser(new Date(Date.now() - 70 * 86_400_000))
  const order = await addOrder(user, 1500)
  await settleOrder(shop.db, order, 'finished')
  await shop.db.updateTable('orders').set({ paid_at: at }).where('id', '=', order).execute()
  await shop.db
    .updateTable('subscriptions')
    .set({ created_at: at })
    .where('user_id', '=', user)
    .execute()
  expect(difference((await charts('30')).before, was)).toEqual({
    ...{ users: 1, orders: 1, subscriptions: 1 },
    revenue: expect.closeTo(15),
  })
})

test('a long period is summed by week or month, without losses or duplicates', async () => {
  const dayMs = 86_400_000
  const today = Date.parse(new Date().toISOString().slice(0, 10))
  for (const [period, bin] of [
    [90, 'week'],
    [365, 'month'],
  ] as const) {
    const was = await charts(`${period}`)
    // Add one user on every day of the period, and one on the day before.
    for (let ago = 0; ago <= period; ago += 1) await addUser(new Date(today - ago * dayMs + 1))
    const is = await charts(`${period}`)
    expect(is.bin).toBe(bin)
    const starts = [...is.from, new Date(today + dayMs).toISOString()].map((at) => Date.parse(at))
    const added = is.users.map((users, at) => users - was.users[at]!)
    // A user for each day from one start to the next.
    expect(added).toEqual(is.users.map((_, at) => (starts[at + 1]! - starts[at]!) / dayMs))
    expect(starts[0]).toBe(today - (period - 1) * dayMs)
    for (const start of starts.slice(1, -1)) {
      const date = new Date(start)
      expect(bin === 'week' ? date.getUTCDay() : date.getUTCDate()).toBe(1)
    }
    for (const { active } of is.subscriptions) expect(active).toHaveLength(is.from.length)
  }
})

test('refuses other periods', async () => {
  for (const days of ['0', '8', 'x', '36500'])
    expect((await shop.call(overview.charts, { query: { days: days as '7' } }, staff)).status).toBe(
      422,
    )
})

test('counts the pending items for staff, and problems only for administrators', async () => {
  const count = async (who: { cookie: string }) => (await shop.call(waiting.count, {}, who)).body
  const admin = await signIn(shop.app, { admin: true })
  const before = await count(admin)
  const [due, later] = [new Date('2030-01-01T00:00:00Z'), new Date('2030-01-02T00:00:00Z')]
  await shop.db
    .insertInto('tickets')
    .values({ user_id: staff.user.id, title: 'Stuck', content: 'Help.', category: 'Technical' })
    .execute()
  const dispute = {
    order_id: await addOrder(staff.user.id, 999, 'card'),
    reason: 'fraudulent',
    amount_cents: 999,
    opened_at: new Date(),
  }
  await shop.db
    .insertInto('disputes')
    .values([
      { ...dispute, provider_id: 'dp_open', state: 'needs_response', due_at: due },
      { ...dispute, provider_id: 'dp_later', state: 'needs_response', due_at: later },
      { ...dispute, provider_id: 'dp_won', state: 'won', closed_at: new Date() },
    ])
    .execute()
  await shop.db
    .insertInto('problems')
    .values([{ key: 'service stripe', since: new Date() }, { key: 'backup late' }])
    .execute()
  const after = {
    ...before,
    tickets: before.tickets + 1,
    disputes: before.disputes + 2,
    dispute_due_at: due.toISOString(),
    problems: before.problems! + 1,
  }
  expect(await count(admin)).toEqual(after)
  expect(await count(staff)).toEqual({ ...after, problems: null })
})
