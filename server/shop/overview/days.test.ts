import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { differences } from './testing/counted.ts'
import { randomFrom } from './testing/random.ts'

const shop = await fileFixture(openTestShop())
const staff = (await signInAs(shop.db, { admin: true })).user.id
await sql`insert into products (slug, name, price_cents) values ('a', 'A', 1), ('b', 'B', 1)`.execute(
  shop.db,
)

/** Something that happens in a shop, or an operator's manual change to the database. */
function changes(random: ReturnType<typeof randomFrom>) {
  const ago = () => sql`now() - make_interval(mins => ${random.below(60 * 24 * 40)}::int)`
  const status = () =>
    random.pick(['waiting', 'confirming', 'partially_paid', 'expired', 'failed', 'finished'])
  const some = (table: string) =>
    sql`(select id from ${sql.table(table)} order by md5(id::text || ${random.below(1e9)}::text) limit ${1 + random.below(3)}::int)`
  const name = () => `n${random.below(1e12)}`
  return [
    () => {
      const key = name()
      return sql`insert into users (username, email, created_at)
        select ${key} || n, ${key} || n || '@example.com', ${ago()} from generate_series(1, ${1 + random.below(4)}::int) n`
    },
    () => sql`update users set deleted_at = case when deleted_at is null then now() end
        where id in ${some('users')} and id <> ${staff}`,
    () => sql`update users set last_login_at = now() where id in ${some('users')}`,
    () => sql`delete from users where id in ${some('users')} and id <> ${staff}
        and not exists (select from orders where user_id = users.id)
        and not exists (select from subscriptions where user_id = users.id)`,
    () => sql`insert into orders (user_id, type, payment_status, total_cents, created_at, paid_at)
        select id, ${random.pick(['card', 'crypto', 'free'])}, ${status()}, ${random.below(9999)}::int, ${ago()},
               ${random.below(2) ? ago() : sql`null`}
          from users where id in ${some('users')}
        on conflict do nothing`,
    () => sql`update orders set payment_status = 'finished', paid_at = coalesce(paid_at, ${ago()})
        where id in ${some('orders')} and payment_status not in ('refunded', 'disputed')`,
    () => sql`update orders set payment_status = ${random.pick(['refunded', 'disputed'])}
        where id in ${some('orders')} and payment_status in ('finished', 'disputed')`,
    () => sql`update orders set total_cents = total_cents + 1, type = ${random.pick(['card', 'crypto'])}
        where id in ${some('orders')} and payment_status <> 'waiting'
          and not exists (select from refunds where order_id = orders.id)`,
    () => sql`delete from orders where id in ${some('orders')}
        and not exists (select from refunds where order_id = orders.id)`,
    () => sql`
        with bought as (
          insert into order_items (order_id, product_id, product_name, months, list_cents)
          select orders.id, (select min(id) from products), 'A', 1, total_cents from orders
           where id in ${some('orders')} and total_cents > 0
             and not exists (select from order_items where order_id = orders.id)
          returning id, order_id, greatest(1, list_cents / ${1 + random.below(3)}::int) as part
        ), given as (
          insert into refunds (order_id, amount_cents, status, taken_at, take_time, give_code, stop_renewal)
          select order_id, part, ${random.pick(['pending', 'succeeded'])}, ${ago()}, true, true, true
            from bought returning id, order_id
        )
        insert into refund_items (refund_id, order_item_id, amount_cents)
        select given.id, bought.id, part from given join bought using (order_id)`,
    () => sql`update refunds set status = 'failed'
        where id in ${some('refunds')} and status in ('pending', 'succeeded')`,
    () => sql`insert into subscriptions (user_id, product_id, created_at, ends_at)
        select users.id, (select id from products order by id offset ${random.below(2)}::int limit 1), ${ago()}, now()
          from users where id in ${some('users')}`,
    () => sql`insert into time_entries (subscription_id, seconds, cause)
        select id, ${1 + random.below(86_400 * 60)}::int, 'grant' from subscriptions where id in ${some('subscriptions')}`,
    () => sql`insert into time_entries (subscription_id, seconds, cause)
        select id, -term_length, 'revocation' from subscriptions
         where id in ${some('subscriptions')} and term_length > 0`,
    () => sql`select fold_days()`,
  ]
}

test.each([1, 2, 3, 4])('equals a count from scratch after random changes (%i)', async (seed) => {
  const random = randomFrom(seed)
  const kinds = changes(random)
  for (let step = 0; step < 150; step += 1) {
    const change = random.pick(kinds)()
    // Some are rolled back and must not count.
    await shop.db
      .transaction()
      .execute(async (tx) => {
        await change.execute(tx)
        if (random.below(8) === 0) throw new Error('rolled back')
      })
      .catch((error) => {
        if (error.message !== 'rolled back') throw error
      })
    if (step % 30 === 0) expect(await differences(shop.db)).toEqual([])
  }
  expect(await differences(shop.db)).toEqual([])
  await sql`select fold_days()`.execute(shop.db)
  expect(await differences(shop.db)).toEqual([])
})

test('concurrent writes and summaries lose nothing', async () => {
  const random = randomFrom(9)
  const [addUsers, , , , addOrders] = changes(random)
  const write = (n: number) =>
    (n % 3 === 0 ? sql`select fold_days()` : n % 3 === 1 ? addUsers!() : addOrders!()).execute(
      shop.db,
    )
  // As many at a time as there are connections.
  for (let n = 0; n < 60; n += 10)
    await Promise.all(Array.from({ length: 10 }, (_, more) => write(n + more)))
  expect(await differences(shop.db)).toEqual([])
})

test('a summary leaves one row a day and nothing pending', async () => {
  const random = randomFrom(10)
  for (let n = 0; n < 20; n += 1) await changes(random)[0]!().execute(shop.db)
  await sql`select fold_days()`.execute(shop.db)
  const { rows } = await sql<{ pending: number; doubled: number }>`
    select count(*) filter (where pending) as pending,
           count(*) - count(distinct (day, deleted)) as doubled from user_days`.execute(shop.db)
  expect(rows).toEqual([{ pending: 0, doubled: 0 }])
})
