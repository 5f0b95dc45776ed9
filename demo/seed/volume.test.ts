import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planOf, pricesOf } from '#contract/wire/terms.ts'
import { openDatabase, transaction } from '#server/kernel/database/database.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { furnish } from './demo.ts'
import { seedVolume } from './volume.ts'

const sizes = { users: 200, orders: 1500, logs: 300 }
const shops: { client: pg.Client; end(): Promise<void> }[] = []
const reported = new Map<string, number>()

async function openShop() {
  const own = await createTestDatabase()
  const db = openDatabase(own.url, 2)
  await transaction(db, (tx) => furnish(tx, new Map(), new Map()))
  await db.destroy()
  await seedVolume(own.url, sizes, (table, rows) => reported.set(table, rows))
  const client = new pg.Client({ connectionString: own.url })
  await client.connect()
  shops.push({ client, end: () => client.end().then(own.drop) })
}

beforeAll(async () => {
  await openShop()
  await openShop()
})

afterAll(() => Promise.all(shops.map((shop) => shop.end())))

async function first(sql: string, shop = shops[0]!) {
  const { rows } = await shop.client.query({ text: sql, rowMode: 'array' })
  return rows[0]
}

test('the seed creates and reports the requested number of rows', async () => {
  const { users, orders, logs } = sizes
  expect(Object.fromEntries(reported)).toMatchObject({ users, orders, logs })
  const made = await first(`select
    (select count(*)::int from users where password_hash is not null and email like '%@players.example'),
    (select count(*)::int from orders join users u on u.id = user_id where u.password_hash is not null and email like '%@players.example'),
    (select count(*)::int from logs where details ? 'request')`)
  expect(made).toEqual([users, orders, logs])
})

test('the total of an order is the sum of its items, at the shop’s prices', async () => {
  const wrong = `select count(*)::int from orders o
    where total_cents <> (select sum(price_cents) from order_items where order_id = o.id)`
  expect(await first(wrong)).toEqual([0])
  const { rows } = await shops[0]!.client.query(
    'select p.price_cents, months, list_cents from order_items i join products p on p.id = product_id',
  )
  for (const { price_cents, months, list_cents } of rows) {
    const sold = pricesOf({
      ...{ monthlyCents: price_cents, plans: null },
      ...{ endsIn99: false, salePercent: 0 },
    })
    expect(list_cents).toBe(sold.find(({ plan }) => plan === planOf(months))?.cents)
  }
})

test('the time of a subscription is the sum of its entries, and each paid item is delivered once', async () => {
  const sums = `select count(*)::int from subscriptions s
    where term_length <> (select sum(seconds) from time_entries where subscription_id = s.id)
       or ends_at <> created_at + make_interval(secs => term_length)`
  expect(await first(sums)).toEqual([0])
  const granted = `select count(*)::int from order_items i join orders o on o.id = order_id
    where (o.paid_at is not null) <>
      exists (select from time_entries where order_item_id = i.id and cause = 'purchase')`
  expect(await first(granted)).toEqual([0])
})

test('runs of time for one product never overlap', async () => {
  const overlapping = `select count(*)::int from (
    select created_at, lag(ends_at) over (partition by user_id, product_id order by created_at, id) as before
      from subscriptions) runs where created_at < before`
  expect(await first(overlapping)).toEqual([0])
})

test('the seed enables the trigger that sums up entries again', async () => {
  const enabled = "select tgenabled from pg_trigger where tgname = 'time_entries_sum'"
  expect(await first(enabled)).toEqual(['O'])
})

test('the same sizes give the same rows', async () => {
  const digest = `select md5(string_agg(concat(o.id, user_id, payment_status, total_cents), ',' order by o.id))
    from orders o join users u on u.id = user_id where email like '%@players.example' and password_hash is not null`
  expect(await first(digest, shops[0])).toEqual(await first(digest, shops[1]))
})
