import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { chargeDueRenewals } from '#server/selling/renewals/charge.ts'
import { addRenewal } from '#server/selling/renewals/testing/add-renewal.ts'
import { fakeCards } from '#server/selling/renewals/testing/fake-cards.ts'
import { booked, oneRenewal } from '#server/selling/renewals/testing/one-renewal.ts'
import { passTime } from '#server/selling/renewals/testing/pass-time.ts'
import { cancelPriceChange } from './cancel.ts'
import { movePrices } from './move.ts'
import { tellOfPrices } from './tell.ts'

const shop = await fileFixture(openTestShop())
const { db, config } = { db: shop.db, config: shop.shop.config }
const { card, paid } = fakeCards()
shop.shop.card = card
const { user: staff } = await signIn(shop.app, { admin: true })

async function reprice(productId: number, cents: number) {
  const { revision } = await db
    .updateTable('products')
    .set({ price_cents: cents })
    .where('id', '=', productId)
    .returning('revision')
    .executeTakeFirstOrThrow()
  return { revision, reason: 'New prices' }
}

test('one of two concurrent moves of the same renewals succeeds', async () => {
  const { productId, id } = await oneRenewal(db)
  const wanted = await reprice(productId, 2499)
  const done = await Promise.allSettled([
    movePrices(db, staff, productId, wanted),
    movePrices(db, staff, productId, wanted),
  ])
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const rows = await db
    .selectFrom('renewal_prices')
    .selectAll()
    .where('renewal_id', '=', id)
    .execute()
  expect(rows).toHaveLength(1)
})

test('a charge during a move or a cancellation costs one of the two prices', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { productId, userId, id } = await oneRenewal(db)
    await passTime(db, userId, 29.1)
    const lower = await reprice(productId, 1499)
    await Promise.all([chargeDueRenewals(db, card), movePrices(db, staff, productId, lower)])
    await chargeDueRenewals(db, card)
    const higher = await reprice(productId, 2999)
    const change = await movePrices(db, staff, productId, higher)
    await tellOfPrices(db, config)
    await passTime(db, userId, 30)
    await Promise.allSettled([
      chargeDueRenewals(db, card),
      cancelPriceChange(db, staff, change.id, 'No'),
    ])
    await chargeDueRenewals(db, card)
    const { orders, cents } = await booked(db, userId)
    const taken = paid(orders)
    expect(taken).toHaveLength(2)
    expect(taken.reduce((sum, each) => sum + each.cents, 0)).toBe(cents)
    expect([1499, 1999]).toContain(taken[0]!.cents)
    expect([1499, 2999]).toContain(taken[1]!.cents)
    const { price_cents } = await db
      .selectFrom('renewals')
      .select('price_cents')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(price_cents).toBe(taken[1]!.cents)
  }
})

test('unreachable customers delay no others, and concurrent jobs notify everyone once', async () => {
  const productId = await addProduct(db)
  const people: number[] = []
  for (let count = 0; count < 230; count += 1) {
    const { rows } = await sql<{ id: number }>`
      insert into users (username, email, password_hash, verified_at)
      select ${`repriced-${productId}-${count}`}, ${`repriced-${productId}-${count}@mail.test`},
             'x', now()
      returning id`.execute(db)
    people.push(rows[0]!.id)
    await addRenewal(db, { user_id: rows[0]!.id, product_id: productId })
  }
  await tellOfPrices(db, config)
  const change = await movePrices(db, staff, productId, await reprice(productId, 2499))
  await sql`create function no_mail() returns trigger language plpgsql
    as $$ begin raise 'This one cannot be mailed'; end $$`.execute(db)
  await sql`create trigger no_mail before insert on mails for each row
    when (new.user_id <= ${sql.lit(people[129]!)}) execute function no_mail()`.execute(db)
  await expect(tellOfPrices(db, config)).rejects.toThrow('130 customers could not be notified')
  await sql`drop function no_mail cascade`.execute(db)
  const counts = async () => {
    const { rows } = await sql<{ mails: number; told: number }>`
      select (select count(*)::int from mails
               where template = 'renewal-price' and user_id = any (${people})) as mails,
             (select count(*)::int from renewal_prices
               where price_change_id = ${change.id} and applies_from is not null) as told`.execute(
      db,
    )
    return rows[0]
  }
  expect(await counts()).toEqual({ mails: 100, told: 100 })
  await Promise.all([tellOfPrices(db, config), tellOfPrices(db, config)])
  await workJobs(shop)
  expect(await counts()).toEqual({ mails: 230, told: 230 })
})
