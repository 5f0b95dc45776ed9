import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { orders } from '#contract/selling/orders.ts'
import { payments } from '#contract/selling/payments.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { expireUnderpaid } from './expire-underpaid.ts'
import { settleCrypto } from './settle-crypto.ts'
import { openCounter } from './testing/counter.ts'

const counter = await fileFixture(openCounter())
const { call, db } = counter

type Buyer = Awaited<ReturnType<typeof counter.customer>>

async function place(buyer: Buyer, id: number, discount?: string) {
  const item = { id, term_length: 1 as const, ...(discount && { discount }) }
  const { body, status } = await counter.buyByCrypto(buyer.cookie, [item])
  expect(status).toBe(201)
  return { order: body.order_id, payment: body.id, amount: body.amount }
}

async function cancel(buyer: Buyer, order: string) {
  const { status } = await call(payments.cancel, { params: { id: order } }, buyer)
  expect(status).toBe(200)
}

const look = async (buyer: Buyer, id: string) =>
  (await call(orders.get, { params: { id } }, buyer)).body

async function pay(payment: number | null, ...actions: string[]) {
  for (const action of actions) await counter.coins(payment, action)
  await counter.work()
}

test('a single-use code discounts one order, however many orders are placed and canceled with it', async () => {
  const buyer = await counter.customer()
  const product = await counter.addProduct({ price_cents: 3779 })
  const limits = { amount: 90, max_uses: 1, max_per_customer: 1, first_order: true }
  await counter.addCode(product, 'ONCE', limits)
  const placed = []
  for (let at = 0; at < 6; at += 1) {
    const one = await place(buyer, product, 'ONCE')
    expect(one.amount).toBe(3.78)
    await cancel(buyer, one.order)
    placed.push(one)
  }
  for (const { payment } of placed) await pay(payment, 'confirm')
  const seen = await Promise.all(placed.map(({ order }) => look(buyer, order)))
  expect(seen.map(({ payment_status }) => payment_status)).toEqual([
    'finished',
    ...Array(5).fill('partially_paid'),
  ])
  expect(seen[1]).toMatchObject({ repriced: true, total_price: 37.79 })
  expect(seen[1]!.missing!.amount).toBeCloseTo(34.01, 1)
  expect(await counter.usesOf('ONCE')).toBe(1)
  expect(await counter.ledger(buyer.user.id)).toEqual(['purchase 30'])
})

test('a canceled order that is paid late loses its single-use code to an open card order', async () => {
  const buyer = await counter.customer()
  const product = await counter.addProduct({ price_cents: 3779 })
  await counter.addCode(product, 'HELD', { amount: 90, max_uses: 1, first_order: true })
  const { order, payment } = await place(buyer, product, 'HELD')
  await cancel(buyer, order)
  const item = { id: product, term_length: 1 as const, discount: 'HELD' }
  expect((await counter.buyByCard(buyer.cookie, [item])).status).toBe(201)
  await pay(payment, 'confirm')
  expect(await look(buyer, order)).toMatchObject({
    payment_status: 'partially_paid',
    repriced: true,
    total_price: 37.79,
  })
  expect(await counter.usesOf('HELD')).toBe(1)
})

test('of orders with a single-use code that are paid late at the same time, one keeps the discount', async () => {
  const product = await counter.addProduct()
  await counter.addCode(product, 'SHARED', { max_uses: 1 })
  const placed = []
  for (let at = 0; at < 4; at += 1) {
    const buyer = await counter.customer()
    const one = await place(buyer, product, 'SHARED')
    await cancel(buyer, one.order)
    placed.push({ buyer, ...one })
  }
  await Promise.all(placed.map(({ payment }) => counter.coins(payment, 'confirm')))
  await counter.work()
  const seen = await Promise.all(placed.map(({ buyer, order }) => look(buyer, order)))
  expect(seen.filter(({ payment_status }) => payment_status === 'finished')).toHaveLength(1)
  expect(await counter.usesOf('SHARED')).toBe(1)
})

test('an expired order that is paid late keeps its sale price only while the sale runs', async () => {
  const buyer = await counter.customer()
  const sale = { sale_percent: 50, sale_from: new Date(0), sale_to: new Date('2100-01-01') }
  const product = await counter.addProduct({ price_cents: 2000 })
  await db.updateTable('products').set(sale).where('id', '=', product).execute()
  const [kept, lost] = [await place(buyer, product), await place(buyer, product)]
  expect(kept.amount).toBe(10)
  await pay(kept.payment, 'expire', 'pay-late')
  expect(await look(buyer, kept.order)).toMatchObject({
    payment_status: 'finished',
    repriced: false,
  })

  await pay(lost.payment, 'expire')
  await db
    .updateTable('products')
    .set({ sale_to: new Date(1) })
    .where('id', '=', product)
    .execute()
  await pay(lost.payment, 'pay-late')
  expect(await look(buyer, lost.order)).toMatchObject({
    payment_status: 'partially_paid',
    repriced: true,
    total_price: 20,
    items: [{ price: 20, sale: 0 }],
  })
  const [short] = (await counter.mailsTo(buyer.user.email)).filter(({ text }) =>
    /discount\s+is\s+no\s+longer\s+available/.test(text),
  )
  expect(short?.text).toContain('$20.00')

  // Paying the difference completes the purchase.
  await pay(lost.payment, 'deposit-again')
  expect(await counter.ledger(buyer.user.id)).toEqual(['purchase 30', 'purchase 30'])
})

test.each([
  ['canceled by its customer', async (buyer: Buyer, order: string) => cancel(buyer, order)],
  [
    'whose window closed more than a day ago',
    (_: Buyer, order: string) =>
      sql`update orders set expires_at = now() - interval '25 hours' where id = ${order}`.execute(
        db,
      ),
  ],
])('coins for an order %s count at the exchange rate of their arrival', async (_, close) => {
  const buyer = await counter.customer()
  const product = await counter.addProduct({ price_cents: 2000 })
  const { order, payment } = await place(buyer, product)
  await close(buyer, order)
  // The coin has lost half of its value since. Halving the requested amount has the same effect.
  await sql`update payments set pay_amount = pay_amount / 2 where order_id = ${order}`.execute(db)
  await pay(payment, 'underpay')
  const { missing, payment_status } = await look(buyer, order)
  expect(payment_status).toBe('partially_paid')
  expect(missing!.amount).toBeCloseTo(8, 1)
})

test('within a day after its payment window, an order keeps its exchange rate', async () => {
  const buyer = await counter.customer()
  const { order, payment } = await place(buyer, await counter.addProduct({ price_cents: 2000 }))
  await sql`update orders set expires_at = now() - interval '23 hours' where id = ${order}`.execute(
    db,
  )
  await sql`update payments set pay_amount = pay_amount / 2 where order_id = ${order}`.execute(db)
  await pay(payment, 'underpay')
  expect((await look(buyer, order)).payment_status).toBe('finished')
})

/** An order at half price of which this share was paid, some hours after its window closed. */
async function dusted(percent: number, hours: number) {
  const buyer = await counter.customer()
  const product = await counter.addProduct({ price_cents: 2000 })
  const code = `DUST${product}`
  await counter.addCode(product, code, { amount: 50, max_uses: 1 })
  const { order, payment } = await place(buyer, product, code)
  await pay(payment, 'underpay')
  expect(await counter.usesOf(code)).toBe(1)
  const part = percent / 100
  await sql`update payments set actually_paid = pay_amount * ${part}::float8::numeric,
    worth_cents = amount_cents * ${part}::float8::numeric where order_id = ${order}`.execute(db)
  await sql`update orders set expires_at = now() - make_interval(hours => ${hours})
    where id = ${order}`.execute(db)
  await expireUnderpaid(db)
  return { buyer, product, order, payment, code }
}

test.each([
  [9, 25, 'expired', 0],
  [9, 23, 'partially_paid', 1],
  [11, 25, 'partially_paid', 1],
])(
  'with %i percent paid, %i hours after its payment window, an order is %s',
  async (percent, hours, status, uses) => {
    const { order, code } = await dusted(percent, hours)
    expect([await counter.statusOf(order), await counter.usesOf(code)]).toEqual([status, uses])
  },
)

test('unconfirmed coins worth a few cents do not keep an order open', async () => {
  const { order, code } = await dusted(9, 23)
  await sql`update orders set payment_status = 'confirming',
    expires_at = now() - interval '25 hours' where id = ${order}`.execute(db)
  // The provider has seen the payment, but not yet its amount.
  await sql`update payments set worth_cents = 0 where order_id = ${order}`.execute(db)
  await expireUnderpaid(db)
  expect(await counter.statusOf(order)).toBe('confirming')
  await sql`update payments set worth_cents = 1 where order_id = ${order}`.execute(db)
  await expireUnderpaid(db)
  expect([await counter.statusOf(order), await counter.usesOf(code)]).toEqual(['expired', 0])
})

test('a late payment for an order that expired with a few cents paid can have lost its code', async () => {
  const { buyer, product, order, payment, code } = await dusted(1, 25)
  expect(await look(buyer, order)).toMatchObject({ missing: { arrived: expect.any(Number) } })
  // Another customer takes the code, which could not be used before.
  const other = await counter.customer()
  await place(other, product, code)
  expect(await counter.usesOf(code)).toBe(1)
  await pay(payment, 'confirm')
  const seen = await look(buyer, order)
  expect(seen).toMatchObject({ payment_status: 'partially_paid', repriced: true, total_price: 20 })
  expect(await counter.usesOf(code)).toBe(1)
})

test('a repeated report of a few cents does not reopen an expired order', async () => {
  const { order, payment, code } = await dusted(9, 25)
  const { provider_id } = await db
    .selectFrom('payments')
    .select('provider_id')
    .where('id', '=', payment)
    .executeTakeFirstOrThrow()
  // The provider still reports the coins of which the shop has recorded a part here.
  const crypto = counter.shop.crypto.nowpayments!
  const stored = { actually_paid: sql<number>`pay_amount * 0.09` }
  const { actually_paid } = await db
    .updateTable('payments')
    .set(stored)
    .where('id', '=', payment)
    .returning('actually_paid')
    .executeTakeFirstOrThrow()
  const little = {
    ...crypto,
    getPayment: async (id: string) => ({
      ...(await crypto.getPayment(id)),
      actuallyPaid: actually_paid!,
    }),
  }
  await settleCrypto(db, little, provider_id)
  expect([await counter.statusOf(order), await counter.usesOf(code)]).toEqual(['expired', 0])
})
