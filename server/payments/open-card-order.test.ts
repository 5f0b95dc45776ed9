import { afterEach, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from './testing/counter.ts'

const counter = await fileFixture(openCounter())

afterEach(() => counter.reset())

function askReturnPage(session_id: string, cookie: string) {
  return counter.call(payments.checkoutSession, { params: { session_id } }, { cookie })
}

test('looking at the checkout again goes on with the same order, and is not an order yet', async () => {
  const { cookie } = await counter.customer()
  const product = await counter.addProduct()
  await counter.addCode(product, 'ONCE', { max_uses: 1 })
  const items = [{ id: product, term_length: 1 as const, discount: 'ONCE' }]
  const first = await counter.buyByCard(cookie, items)
  const quoted = await counter.call(payments.quote, { body: { items } }, { cookie })
  expect(quoted.body.items[0]).toMatchObject({ discount: { code: 'ONCE' }, discount_problem: null })
  const again = await counter.buyByCard(cookie, items)
  expect(again.body).toEqual(first.body)
  expect(await counter.usesOf('ONCE')).toBe(1)
  expect((await counter.call(orders.list, {}, { cookie })).body).toEqual([])
  const stranger = await counter.call(payments.quote, { body: { items } })
  expect(stranger.body.items[0]?.discount_problem).toBe('This discount code has been used up')
})

test('other items replace the open order, and frees its codes', async () => {
  const { user, cookie } = await counter.customer()
  const product = await counter.addProduct()
  await counter.addCode(product, 'FREED', { max_uses: 1 })
  const first = await counter.buyByCard(cookie, [
    { id: product, term_length: 1, discount: 'FREED' },
  ])
  const second = await counter.buyByCard(cookie, [{ id: product, term_length: 3 }])
  expect(second.body.order_id).not.toBe(first.body.order_id)
  expect(await counter.statusOf(first.body.order_id)).toBe('expired')
  expect(await counter.usesOf('FREED')).toBe(0)
  await counter.session(second.body.session_id, 'confirm')
  await counter.work()
  expect(await counter.ledger(user.id)).toEqual(['purchase 90'])
})

test('an open order that was paid meanwhile is settled, not replaced', async () => {
  const { user, cookie, product, order, session } = await counter.newCardOrder()
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  await counter.session(session, 'confirm')
  const next = await counter.buyByCard(cookie, [{ id: product, term_length: 1 }])
  expect(next.body.order_id).not.toBe(order)
  expect(await counter.statusOf(order)).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test('a session that the provider has forgotten is replaced by another', async () => {
  const { cookie, product, order } = await counter.newCardOrder()
  await counter.db
    .updateTable('payments')
    .set({ provider_id: 'cs_test_forgotten' })
    .where('order_id', '=', order)
    .execute()
  expect((await askReturnPage('cs_test_forgotten', cookie)).body.payment_status).toBe('waiting')
  const { status, body } = await counter.buyByCard(cookie, [{ id: product, term_length: 1 }])
  expect(status).toBe(201)
  expect(body.order_id).not.toBe(order)
  expect(await counter.statusOf(order)).toBe('expired')
})

test('an order by card that is refused leaves the open one alone', async () => {
  const { cookie } = await counter.customer()
  const [product, unsold] = [
    await counter.addProduct(),
    await counter.addProduct({ disabled: true }),
  ]
  const cheap = await counter.addProduct({ price_cents: 20 })
  const open = await counter.buyByCard(cookie, [{ id: product, term_length: 1 }])
  const refused: Parameters<typeof counter.buyByCard>[1][] = [
    [{ id: unsold, term_length: 1 }],
    [{ id: 999_999, term_length: 1 }],
    [{ id: product, term_length: 1, discount: 'NOSUCH' }],
    [{ id: cheap, term_length: 1 }],
  ]
  for (const items of refused)
    expect((await counter.buyByCard(cookie, items)).status).toBeGreaterThanOrEqual(400)
  expect(await counter.statusOf(open.body.order_id)).toBe('waiting')
  await counter.session(open.body.session_id, 'confirm')
  await counter.work()
  expect(await counter.statusOf(open.body.order_id)).toBe('finished')
})
