import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { payments } from '#contract/selling/payments.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { placeOrder } from '#server/selling/orders/place.ts'
import { settleOrder } from '#server/selling/orders/settle.ts'
import { expireUnpayable, recheckPayments } from './reconcile.ts'
import { openCounter } from './testing/counter.ts'
import { passHour } from './testing/pass-hour.ts'

const counter = await fileFixture(openCounter())

afterEach(() => counter.reset())

test('an expired crypto order releases its code, and a late payment is still delivered', async () => {
  const { user, order, payment } = await counter.newCryptoOrder('btc', 'LATE')
  await passHour(counter.db, order)
  await recheckPayments(counter.shop)
  expect(await counter.statusOf(order)).toBe('expired')
  expect(await counter.usesOf('LATE')).toBe(0)
  await counter.switches({ nowpayments: { webhooks: { lost: true } } })
  await counter.coins(payment, 'confirm')
  await passHour(counter.db, order)
  await recheckPayments(counter.shop)
  expect(await counter.statusOf(order)).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
  expect(await counter.usesOf('LATE')).toBe(1)
})

test('an order without a payment expires and releases its discount code', async () => {
  const { user } = await counter.customer()
  const product = await counter.addProduct()
  await counter.addCode(product, 'CRASH', { max_uses: 1 })
  const order = await placeOrder(counter.db, {
    userId: user.id,
    type: 'crypto',
    items: [{ id: product, plan: '1m', discount: 'CRASH' }],
    admit: () => {},
  })
  await expireUnpayable(counter.db)
  expect(await counter.statusOf(order.id)).toBe('waiting')
  await passHour(counter.db, order.id)
  await expireUnpayable(counter.db)
  expect(await counter.statusOf(order.id)).toBe('expired')
  expect(await counter.usesOf('CRASH')).toBe(0)
})

test('a customer who switches from card to crypto keeps the discount code', async () => {
  const { cookie } = await counter.customer()
  const product = await counter.addProduct()
  await counter.addCode(product, 'TURN', { max_uses: 1 })
  const items = [{ id: product, term_length: 1 as const, discount: 'TURN' }]
  const card = await counter.buyByCard(cookie, items)
  const coins = await counter.buyByCrypto(cookie, items)
  expect([card.status, coins.status]).toEqual([201, 201])
  expect(await counter.statusOf(card.body.order_id)).toBe('expired')
  expect(await counter.usesOf('TURN')).toBe(1)
  const other = await counter.customer()
  expect((await counter.buyByCrypto(other.cookie, items)).status).toBe(409)
})

test('a customer who switches to crypto after a killed card request keeps the discount code', async () => {
  const { cookie } = await counter.customer()
  const id = await counter.addProduct()
  await counter.addCode(id, 'KILLED', { max_uses: 1 })
  const items = [{ id, term_length: 1 as const, discount: 'KILLED' }]
  const { order_id } = (await counter.buyByCard(cookie, items)).body
  await counter.db.deleteFrom('payments').where('order_id', '=', order_id).execute()
  expect((await counter.buyByCrypto(cookie, items)).status).toBe(201)
  expect(await counter.statusOf(order_id)).toBe('expired')
  expect(await counter.usesOf('KILLED')).toBe(1)
})

test('a crypto order is refused if the customer’s card order turns out to be paid', async () => {
  const { user, cookie } = await counter.customer()
  const id = await counter.addProduct()
  await counter.addCode(id, 'PAIDCARD', { max_uses: 1 })
  const items = [{ id, term_length: 1 as const, discount: 'PAIDCARD' }]
  const { session_id } = (await counter.buyByCard(cookie, items)).body
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  await counter.session(session_id, 'confirm')
  const { status, code } = await counter.buyByCrypto(cookie, items)
  await counter.switches({ stripe: { webhooks: { lost: false } } })
  expect([status, code]).toEqual([409, 'paid_meanwhile'])
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test('a customer has at most three open crypto orders, even with concurrent requests', async () => {
  const { cookie } = await counter.customer()
  const product = await counter.addProduct()
  const items = [{ id: product, term_length: 1 as const }]
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => counter.buyByCrypto(cookie, items)),
  )
  const placed = answers.filter(({ status }) => status === 201)
  expect(placed).toHaveLength(3)
  for (const { status, detail } of answers.filter((answer) => !placed.includes(answer)))
    expect([status, detail]).toEqual([
      409,
      expect.stringMatching(
        /^You have 3 open crypto payments whose exchange rates are still reserved. Pay one of them, cancel an unpaid one under Orders, pay by card, or wait until .+ at .+ UTC\.$/,
      ),
    ])
  const cancel = { params: { id: placed[0]!.body.order_id } }
  expect((await counter.call(payments.cancel, cancel, { cookie })).status).toBe(200)
  expect((await counter.buyByCrypto(cookie, items)).status).toBe(201)
})

/** Three orders of one customer whose payment windows closed an hour ago. */
async function threeExpired() {
  const { user, cookie } = await counter.customer()
  const items = [{ id: await counter.addProduct({ price_cents: 2000 }), term_length: 1 as const }]
  const place = () => counter.buyByCrypto(cookie, items)
  const placed = [(await place()).body, (await place()).body, (await place()).body]
  await sql`update orders set expires_at = now() - interval '1 hour' where user_id = ${user.id}`.execute(
    counter.db,
  )
  for (const { order_id } of placed) await settleOrder(counter.db, order_id, 'window_over')
  const cancel = (id: string) => counter.call(payments.cancel, { params: { id } }, { cookie })
  return { user, cookie, items, placed, place, cancel }
}

test('a failed order whose coins were seen cannot be canceled, and three of them block another', async () => {
  const { cookie } = await counter.customer()
  const items = [{ id: await counter.addProduct({ price_cents: 2000 }), term_length: 1 as const }]
  const place = () => counter.buyByCrypto(cookie, items)
  for (let failed = 0; failed < 3; failed += 1) {
    const { status, body } = await place()
    expect(status).toBe(201)
    // The whole amount is seen and never confirmed.
    await counter.coins(body.id, 'delay')
    await counter.coins(body.id, 'fail')
    await counter.work()
    expect(await counter.statusOf(body.order_id)).toBe('failed')
    const cancel = { params: { id: body.order_id } }
    expect((await counter.call(payments.cancel, cancel, { cookie })).code).toBe('not_waiting')
  }
  expect((await place()).code).toBe('too_many_open_orders')
})

test('failed orders whose coins were seen do not use up the limit of open orders', async () => {
  const { placed, place } = await threeExpired()
  const [{ order_id: failed }] = placed as [{ order_id: string }, ...unknown[]]
  await sql`update orders set payment_status = 'failed' where id = ${failed}`.execute(counter.db)
  expect((await place()).code).toBe('too_many_open_orders')
  await sql`update payments set seen_coins = 1 where order_id = ${failed}`.execute(counter.db)
  expect((await place()).status).toBe(201)
})

test('an expired order counts as open while its exchange rate is reserved, and can be canceled', async () => {
  const { user, cookie, items, placed, place, cancel } = await threeExpired()
  expect(await counter.statusOf(placed[0]!.order_id)).toBe('expired')
  expect((await place()).code).toBe('too_many_open_orders')
  // Paying by card stays possible.
  expect((await counter.buyByCard(cookie, items)).status).toBe(201)
  const canceled = await cancel(placed[0]!.order_id)
  expect(canceled.body).toMatchObject({ payment_status: 'expired', can_cancel: false })
  // A second tab cancels the same order.
  const again = await cancel(placed[0]!.order_id)
  expect([again.status, again.body]).toEqual([200, canceled.body])
  expect((await place()).status).toBe(201)
  expect((await place()).code).toBe('too_many_open_orders')
  await sql`update orders set expires_at = now() - interval '25 hours'
    where user_id = ${user.id} and expires_at < now()`.execute(counter.db)
  expect((await place()).status).toBe(201)
  expect((await cancel(placed[1]!.order_id)).code).toBe('not_waiting')
})

test('orders that a customer canceled do not count as open', async () => {
  const { place, placed, cancel } = await threeExpired()
  for (const { order_id } of placed) expect((await cancel(order_id)).status).toBe(200)
  for (let at = 0; at < 3; at += 1) expect((await place()).status).toBe(201)
})

test('a partly paid order counts as open while its exchange rate is reserved, and a paid one does not', async () => {
  const { placed, place } = await threeExpired()
  await counter.coins(placed[0]!.id, 'confirm')
  await counter.work()
  expect(await counter.statusOf(placed[0]!.order_id)).toBe('finished')
  const fourth = await place()
  expect(fourth.status).toBe(201)
  await counter.coins(fourth.body.id, 'underpay')
  await counter.work()
  expect(await counter.statusOf(fourth.body.order_id)).toBe('partially_paid')
  expect((await place()).code).toBe('too_many_open_orders')
})

test('a canceled order releases its code, and a late payment for it still counts', async () => {
  const { user, cookie, order, payment } = await counter.newCryptoOrder('btc', 'CANCELLED')
  expect(await counter.usesOf('CANCELLED')).toBe(1)
  const cancel = () => counter.call(payments.cancel, { params: { id: order } }, { cookie })
  expect((await cancel()).body).toMatchObject({ id: order, payment_status: 'expired' })
  expect(await counter.usesOf('CANCELLED')).toBe(0)
  expect((await cancel()).body).toMatchObject({ id: order, payment_status: 'expired' })
  await counter.coins(payment, 'confirm')
  await counter.work()
  expect(await counter.statusOf(order)).toBe('finished')
  expect((await cancel()).code).toBe('not_waiting')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
  expect(await counter.usesOf('CANCELLED')).toBe(1)
})

test('customers cannot cancel an order that has received coins, or another customer’s order', async () => {
  const { cookie, order, payment } = await counter.newCryptoOrder()
  const stranger = await counter.customer()
  const cancel = (who: string) =>
    counter.call(payments.cancel, { params: { id: order } }, { cookie: who })
  expect((await cancel(stranger.cookie)).status).toBe(404)
  await counter.switches({ nowpayments: { webhooks: { lost: true } } })
  await counter.coins(payment, 'underpay')
  expect((await cancel(cookie)).status).toBe(409)
  expect(await counter.statusOf(order)).toBe('partially_paid')
})

test('an order can be canceled while the provider is unreachable', async () => {
  const { cookie, order } = await counter.newCryptoOrder()
  await counter.switches({ nowpayments: { api: 'error' } })
  const answer = await counter.call(payments.cancel, { params: { id: order } }, { cookie })
  expect(answer.body.payment_status).toBe('expired')
})
