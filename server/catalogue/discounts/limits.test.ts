import { expect, test } from 'vitest'
import { discounts } from '#contract/catalogue/discounts.ts'
import { payments } from '#contract/selling/payments.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'

const counter = await fileFixture(openCounter())

const item = (id: number, discount?: string) => ({
  id,
  term_length: 1 as const,
  ...(discount && { discount }),
})

async function statusOfCode(cookie: string, items: ReturnType<typeof item>[]) {
  const { body } = await counter.call(payments.quote, { body: { items } }, { cookie })
  return body.items[0]!.discount_problem_code
}

const codesOf = (answers: { status: number; code?: string | undefined }[]) =>
  answers.map(({ status, code }) => (status === 201 ? 'placed' : code)).sort()

async function pay(payment: number | null) {
  await counter.coins(payment, 'confirm')
  await counter.work()
}

test('limits the uses of each customer separately', async () => {
  const product = await counter.addProduct()
  await counter.addCode(product, 'TWICE', { max_per_customer: 2 })
  const { cookie } = await counter.customer()
  const items = [item(product, 'TWICE')]
  for (const _ of [1, 2]) expect((await counter.buyByCrypto(cookie, items)).status).toBe(201)
  expect(await statusOfCode(cookie, items)).toBe('code_used_by_you')
  const third = await counter.buyByCrypto(cookie, items)
  expect([third.status, third.code]).toEqual([409, 'code_used_by_you'])
  expect(await counter.usesOf('TWICE')).toBe(2)
  const other = await counter.customer()
  expect(await statusOfCode(other.cookie, items)).toBeNull()
  expect((await counter.buyByCrypto(other.cookie, items)).status).toBe(201)
})

test('concurrent orders of a customer get at most the allowed uses', async () => {
  const product = await counter.addProduct()
  await counter.addCode(product, 'RACEONE', { max_per_customer: 1, amount: 100 })
  const { cookie } = await counter.customer()
  const items = [item(product, 'RACEONE')]
  // With nothing to pay, each order is finished at once.
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => counter.buyByCrypto(cookie, items)),
  )
  expect(codesOf(answers)).toEqual([...Array(9).fill('code_used_by_you'), 'placed'])
  expect(await counter.usesOf('RACEONE')).toBe(1)
})

test('one order uses a first-order code, also with several codes in concurrent orders', async () => {
  const products = await Promise.all(Array.from({ length: 6 }, () => counter.addProduct()))
  for (const id of products)
    await counter.addCode(id, `FIRST${id}`, { first_order: true, amount: 100 })
  const { cookie } = await counter.customer()
  const answers = await Promise.all(
    products.map((id) => counter.buyByCrypto(cookie, [item(id, `FIRST${id}`)])),
  )
  expect(codesOf(answers)).toEqual([...Array(5).fill('code_first_order_only'), 'placed'])
})

test('a first-order code needs a customer without a paid order, and an expired order releases it', async () => {
  const product = await counter.addProduct()
  await counter.addCode(product, 'HELLO', { first_order: true })
  const { cookie } = await counter.customer()
  const items = [item(product, 'HELLO')]
  const open = await counter.buyByCrypto(cookie, items)
  expect(open.status).toBe(201)
  expect(await statusOfCode(cookie, items)).toBe('code_first_order_only')
  await counter.coins(open.body.id, 'expire')
  await counter.work()
  expect(await statusOfCode(cookie, items)).toBeNull()
  const { body } = await counter.buyByCrypto(cookie, [item(product)])
  expect(await statusOfCode(cookie, items)).toBeNull()
  await pay(body.id)
  expect(await statusOfCode(cookie, items)).toBe('code_first_order_only')
  const late = await counter.buyByCrypto(cookie, items)
  expect([late.status, late.code]).toEqual([409, 'code_first_order_only'])
})

test('a crypto order takes a limited code from the open card form of the same customer', async () => {
  const product = await counter.addProduct()
  await counter.addCode(product, 'ONCEEACH', { max_per_customer: 1 })
  const { cookie } = await counter.customer()
  const items = [item(product, 'ONCEEACH')]
  expect((await counter.buyByCard(cookie, items)).status).toBe(201)
  expect(await statusOfCode(cookie, items)).toBeNull()
  expect((await counter.buyByCard(cookie, items)).status).toBe(201)
  expect((await counter.buyByCrypto(cookie, items)).status).toBe(201)
  expect(await counter.usesOf('ONCEEACH')).toBe(1)
})

test('an order that is paid late keeps its discount only within the limit of the code', async () => {
  const product = await counter.addProduct()
  await counter.addCode(product, 'LATEONE', { max_per_customer: 1 })
  const { cookie } = await counter.customer()
  const items = [item(product, 'LATEONE')]
  const first = await counter.buyByCrypto(cookie, items)
  await counter.coins(first.body.id, 'expire')
  await counter.work()
  expect((await counter.buyByCrypto(cookie, items)).status).toBe(201)
  await counter.coins(first.body.id, 'pay-late')
  await counter.work()
  expect(await counter.statusOf(first.body.order_id)).toBe('partially_paid')
  expect(await counter.usesOf('LATEONE')).toBe(1)
})

test('checks a minimum against the whole order before discounts, to the cent', async () => {
  const [a, b] = [await counter.addProduct(), await counter.addProduct({ price_cents: 1001 })]
  await counter.addCode(a, 'BIG', { min_cents: 3000 })
  const { cookie } = await counter.customer()
  const small = await counter.buyByCrypto(cookie, [item(a, 'BIG')])
  expect([small.status, small.code, small.detail]).toEqual([
    409,
    'order_below_minimum',
    'This discount code requires an order of at least $30.00',
  ])
  expect(await counter.usesOf('BIG')).toBe(0)
  expect((await counter.buyByCrypto(cookie, [item(a, 'BIG'), item(b)])).status).toBe(201)
  await counter.db.updateTable('products').set({ price_cents: 1000 }).where('id', '=', b).execute()
  expect(await statusOfCode(cookie, [item(a, 'BIG'), item(b)])).toBe('order_below_minimum')
  const check = await counter.call(discounts.check, { params: { code: 'BIG' }, query: {} })
  expect(check.body).toMatchObject({ amount: 2, plan: '1m', min_order: 30 })
})
