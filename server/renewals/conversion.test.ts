import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/kernel/database.ts'
import { migrate } from '#server/kernel/migrate.ts'
import { createOlderDatabase } from '#server/kernel/testing/older-database.ts'

test('what Stripe renewed goes on here without a card, and its subscription is ended', async () => {
  const database = await createOlderDatabase('0040')
  const db = openDatabase(database.url, 2)
  try {
    await sql`
      with person as (
        insert into users (username, email) values ('ann', 'ann@example.com') returning id
      ), product as (
        insert into products (slug, name, price_cents) values ('game', 'Game', 1999), ('old', 'Old', 100)
        returning id, slug
      ), paid as (
        insert into orders (user_id, type, payment_status, total_cents, autorenew, renews_at,
               stripe_subscription_id)
        select id, 'card', 'finished', 1999, true, now() + interval '20 days', 'sub_1' from person
        returning id
      ), bought as (
        insert into order_items (order_id, product_id, product_name, months, list_cents)
        select paid.id, product.id, slug, 3, 1999 from paid, product
      )
      insert into subscriptions (user_id, product_id, created_at, term_length, ends_at)
      select person.id, product.id, now() - interval '70 days', 90 * 86400, now()
             + case slug when 'game' then interval '20 days' else interval '-1 day' end
        from person, product`.execute(db)
    await migrate(database.url)
    const { rows } = await sql`
      select slug, plan, term_seconds / 86400 as days, renewals.price_cents, state, card_id,
             round(extract(epoch from due_at - now()) / 86400) as due
        from renewals join products on products.id = product_id`.execute(db)
    // A renewal without any time left is not continued.
    expect(rows).toEqual([
      {
        ...{ slug: 'game', plan: '3m', days: 90, price_cents: 1999 },
        ...{ state: 'on', card_id: null, due: 19 },
      },
    ])
    const jobs = await sql<{ payload: unknown }>`
      select payload from graphile_worker._private_jobs`.execute(db)
    expect(jobs.rows).toEqual([{ payload: { subscription: 'sub_1' } }])
    const orders = await db.selectFrom('orders').select(['autorenew', 'renews_at']).execute()
    expect(orders).toEqual([{ autorenew: false, renews_at: null }])
  } finally {
    await db.destroy()
    await database.drop()
  }
})
