import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { payments } from '#contract/selling/payments.ts'
import { type Currency, currencies, setCurrency, shopCurrency } from '#contract/wire/currency.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { renewing } from './testing/renewing.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const { get, pass, run } = renewing(counter)

afterAll(() => setCurrency('USD'))

/** Changes the currency without a log entry. */
async function sellIn(currency: Currency) {
  if (shopCurrency() === currency) return
  await db.updateTable('settings').set({ currency }).execute()
  await expect.poll(shopCurrency).toBe(currency)
}

test('the database and the contract have the same minimum charge for each currency', async () => {
  for (const [currency, { cardMinimumCents }] of Object.entries(currencies)) {
    await sellIn(currency as Currency)
    const { rows } = await sql<{ least: number }>`select card_minimum_cents() as least`.execute(db)
    expect(rows[0]!.least, currency).toBe(cardMinimumCents)
  }
})

test('renews nothing below the minimum charge of the shop’s currency', async () => {
  await sellIn('CZK')
  const [small, large] = [
    await counter.addProduct({ price_cents: 1200 }),
    await counter.addProduct({ price_cents: 10_000 }),
  ]
  await counter.addCode(large, 'NEARLY', { type: 1, amount: 95, renewals: 2 })
  const items = [
    { id: small, term_length: 1 as const, renew: true },
    { id: large, term_length: 1 as const, renew: true, discount: 'NEARLY' },
  ]
  const { body: quote } = await counter.call(payments.quote, { body: { items } })
  expect(quote.items.map(({ renewal }) => renewal)).toMatchObject([
    null,
    { price: 100, discount: { price: 15, charges: 2 } },
  ])
  const { user, cookie } = await counter.customer()
  const { body } = await counter.buyByCard(cookie, items)
  await counter.session(body.session_id, 'confirm')
  await counter.work()
  const begun = await db
    .selectFrom('renewals')
    .select(['id', 'product_id'])
    .where('user_id', '=', user.id)
    .execute()
  expect(begun.map(({ product_id }) => product_id)).toEqual([large])
  await pass(user.id, 29.1)
  await run()
  expect(await get(begun[0]!.id)).toMatchObject({ state: 'on', code_charges: 1 })
  const { total_cents } = await db
    .selectFrom('orders')
    .select('total_cents')
    .where('user_id', '=', user.id)
    .where('renews_order_id', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(total_cents).toBe(1500)
})
