import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/kernel/database/database.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { placeOrder } from '#server/selling/orders/place.ts'
import { settleOrder } from '#server/selling/orders/settle.ts'
import { declareDomains } from '#server/shop/domains.ts'
import { documentOrder } from './make.ts'

declareDomains()

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
/** A connection of its own, so that it never queues behind the payments. */
let killer: Database
beforeAll(async () => {
  database = await createTestDatabase()
  // The last of sixty waits for a connection for as long as it takes.
  db = openDatabase(database.url, 20, { unlimited: true })
  killer = openDatabase(database.url, 1)
})
afterAll(async () => {
  await Promise.all([db.destroy(), killer.destroy()])
  await database.drop()
})

const issuer = { shopName: 'Loadout', siteUrl: 'http://shop.example', timeZone: 'UTC', test: false }

test('60 concurrent payments with broken connections are numbered 1 to 60', async () => {
  const product = await addProduct(db)
  const { user } = await signInAs(db)
  const orders = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const items = [{ id: product, plan: '1m' }]
      const order = await placeOrder(db, {
        userId: user.id,
        type: 'crypto',
        items,
        admit: () => {},
      })
      return order.id
    }),
  )
  await Promise.all(orders.map((id) => settleOrder(db, id, 'finished')))

  // Each document twice, like a job that was killed after its work. Failures are retried.
  let cut = 0
  let left = orders.length * 2
  const write = async (id: string): Promise<void> => {
    try {
      await documentOrder(db, issuer, id)
    } catch {
      cut += 1
      return write(id)
    }
  }
  const killing = (async () => {
    while (left > 0 && cut < 12) {
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()
           and state <> 'idle' and query ilike '%document%' limit 1`
        .execute(killer)
        .catch(() => {})
    }
  })()
  await Promise.all(
    [...orders, ...orders].map(async (id) => {
      await write(id)
      left -= 1
    }),
  )
  await killing

  expect(cut).toBeGreaterThan(0)
  const made = await db
    .selectFrom('documents')
    .select(['number', 'order_id', 'issued_at'])
    .orderBy('number')
    .execute()
  expect(made.map(({ number }) => number)).toEqual(orders.map((_, at) => at + 1))
  expect(new Set(made.map(({ order_id }) => order_id)).size).toBe(orders.length)
  const times = made.map(({ issued_at }) => issued_at.getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})
