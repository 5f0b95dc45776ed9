import { expect, test } from 'vitest'
import { products } from '#contract/catalogue/products.ts'
import { staffProducts } from '#contract/catalogue/staff-products.ts'
import { orders } from '#contract/selling/orders.ts'
import { payments } from '#contract/selling/payments.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'

const counter = await fileFixture(openCounter())
const admin = await signIn(counter.app, { admin: true })

const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
const running = { sale_percent: 25, sale_from: hours(-1), sale_to: hours(1) }

async function priceOf(id: number) {
  const { body } = await counter.call(products.get, { params: { id } })
  return body.terms[0]!.price
}

const endSale = (id: number) =>
  counter.db
    .updateTable('products')
    .set({ sale_to: hours(-0.5) })
    .where('id', '=', id)
    .execute()

test('a planned sale is shown, quoted and charged while it runs, and can be removed', async () => {
  const id = await counter.addProduct({ price_cents: 2000 })
  const params = { id }
  const change = (planned_sale: unknown) =>
    counter.call(
      staffProducts.change,
      { params, body: { planned_sale, revision: 1 } } as never,
      admin,
    )
  const wrong = [
    { percent: 0, from: hours(-1), to: hours(1) },
    { percent: 91, from: hours(-1), to: hours(1) },
    { percent: 20, from: hours(1), to: hours(1) },
    { percent: 20, from: hours(1) },
  ]
  for (const sale of wrong) expect((await change(sale)).status).toBe(422)
  const sale = { percent: 25, from: hours(-1).toISOString(), to: hours(1).toISOString() }
  const { body: saved } = await change(sale)
  expect(saved).toMatchObject({ planned_sale: sale, sale: { percent: 25, until: sale.to } })
  const { body: shown } = await counter.call(products.get, { params })
  expect(shown).toMatchObject({
    price: 20,
    sale: { percent: 25 },
    terms: [
      { plan: '1m', price: 15, list_price: 20, regular_price: 20 },
      { plan: '3m', price: 40.5, list_price: 54, regular_price: 60 },
      { plan: '6m' },
      { plan: '12m' },
    ],
  })
  const { body: removed } = await counter.call(
    staffProducts.change,
    { params, body: { planned_sale: null, revision: saved.revision } },
    admin,
  )
  expect(removed).toMatchObject({
    planned_sale: null,
    sale: null,
    terms: [{ price: 20 }, {}, {}, {}],
  })
})

test('a sale starts and ends on time despite caches', async () => {
  const soon = (milliseconds: number) => new Date(Date.now() + milliseconds)
  const id = await counter.addProduct({
    sale_percent: 50,
    sale_from: soon(10_000),
    sale_to: hours(1),
  })
  const inList = async () => {
    const { body } = await counter.call(products.list, {})
    return body.find((one) => one.id === id)?.sale?.percent ?? null
  }
  expect([await priceOf(id), await inList()]).toEqual([19.99, null])
  await expect.poll(() => priceOf(id)).toBe(9.99)
  expect(await inList()).toBe(50)
  const ends = { sale_to: soon(10_000) }
  await counter.db.updateTable('products').set(ends).where('id', '=', id).execute()
  expect(await priceOf(id)).toBe(9.99)
  await expect.poll(() => priceOf(id)).toBe(19.99)
  expect(await inList()).toBeNull()
})

test('an order keeps the price of its placement, and orders after the sale cost the regular price', async () => {
  const id = await counter.addProduct({ price_cents: 2000, ...running })
  const items = [{ id, term_length: 1 as const }]
  const quote = async () => (await counter.call(payments.quote, { body: { items } })).body
  expect(await quote()).toMatchObject({
    total: 15,
    items: [{ list_price: 20, sale: 5, price: 15, renewal: { price: 20 } }],
  })
  const { cookie } = await counter.customer()
  const placed = await counter.buyByCrypto(cookie, items)
  await endSale(id)
  expect((await quote()).total).toBe(20)
  await counter.coins(placed.body.id, 'confirm')
  await counter.work()
  const read = async (order: string) =>
    (await counter.call(orders.get, { params: { id: order } }, { cookie })).body
  expect(await read(placed.body.order_id)).toMatchObject({
    payment_status: 'finished',
    total_price: 15,
    items: [{ price: 15, sale: 5, discount: null }],
  })
  const late = await counter.buyByCrypto(cookie, items)
  expect((await read(late.body.order_id)).total_price).toBe(20)
})

test('replaces a card form that was opened in the sale, and renews at the regular price', async () => {
  const id = await counter.addProduct({ price_cents: 2000, ...running })
  const items = [{ id, term_length: 1 as const }]
  const { cookie } = await counter.customer()
  const open = await counter.buyByCard(cookie, items)
  expect((await counter.buyByCard(cookie, items)).body.order_id).toBe(open.body.order_id)
  await counter.session(open.body.session_id, 'confirm')
  await counter.work()
  const paid = await counter.call(orders.get, { params: { id: open.body.order_id } }, { cookie })
  expect(paid.body).toMatchObject({ total_price: 15, renewals: [{ price: 20 }] })
  const other = await counter.customer()
  const form = await counter.buyByCard(other.cookie, items)
  await endSale(id)
  const after = await counter.buyByCard(other.cookie, items)
  expect(after.body.order_id).not.toBe(form.body.order_id)
})

test('applies a discount code to the sale price', async () => {
  const id = await counter.addProduct({ price_cents: 2000, ...running })
  await counter.addCode(id, 'ONTOP', { amount: 10 })
  const items = [{ id, term_length: 1 as const, discount: 'ONTOP' }]
  const { body } = await counter.call(payments.quote, { body: { items } })
  expect(body.items[0]).toMatchObject({
    list_price: 20,
    sale: 5,
    discount: { code: 'ONTOP', amount: 1.5 },
    price: 13.5,
  })
})
