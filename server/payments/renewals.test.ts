import { afterEach, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { subscriptions } from '#contract/subscriptions.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { recheckRenewals } from './reconcile-renewals.ts'
import { settleSession } from './settle-card.ts'
import { openCounter } from './testing/counter.ts'

const counter = await fileFixture(openCounter())

afterEach(() => counter.reset())

async function subscribe(items = 1) {
  const { user, cookie } = await counter.customer()
  const products = await Promise.all(Array.from({ length: items }, () => counter.addProduct()))
  const code = `OFF${products[0]}`
  await counter.addCode(products[0]!, code, { amount: 50 })
  const { body } = await counter.buyByCard(cookie, [
    { id: products[0]!, term_length: 1, discount: code },
    ...products.slice(1).map((id) => ({ id, term_length: 1 as const })),
  ])
  await counter.session(body.session_id, 'confirm')
  await counter.work()
  return { user, cookie, order: body.order_id, session: body.session_id }
}

const ordersOf = async (cookie: string) => (await counter.call(orders.list, {}, { cookie })).body

test('a renewal is an order at the list price, with its own time', async () => {
  const { user, cookie, session } = await subscribe(2)
  await counter.switches({ stripe: { webhooks: { copies: 5 } } })
  await counter.session(session, 'renew')
  await Promise.all([counter.work(), counter.work()])
  const [renewal, first] = await ordersOf(cookie)
  expect(first).toMatchObject({ total_price: 29.98, payment_status: 'finished', autorenew: true })
  expect(renewal).toMatchObject({
    type: 'card',
    total_price: 39.98,
    payment_status: 'finished',
    autorenew: true,
  })
  expect(renewal!.items.map(({ discount }) => discount)).toEqual([null, null])
  expect(await counter.ledger(user.id)).toEqual(Array(4).fill('purchase 30'))
  // Told again of the first payment, only the latest order is due to renew.
  await settleSession(counter.db, counter.shop.card!, session)
  const due = counter.db.selectFrom('orders').select('id').where('user_id', '=', user.id)
  expect(await due.where('renews_at', 'is not', null).execute()).toEqual([{ id: renewal!.id }])
})

test('the latest order and each subscription say when and how much is charged next', async () => {
  const { cookie, session, order } = await subscribe(2)
  const read = async () => {
    const [latest, ...earlier] = await ordersOf(cookie)
    const held = await counter.call(subscriptions.list, {}, { cookie })
    return { latest, earlier, runs: held.body.map(({ renewal }) => renewal) }
  }
  const first = await read()
  const at = first.latest!.renewal!.at
  expect(Date.parse(at)).toBeGreaterThan(Date.now() + 27 * 86_400_000)
  // The code took half off one of them, once.
  expect(first.latest!.renewal).toEqual({ at, price: 39.98 })
  expect(first.runs).toEqual(Array(2).fill({ at, price: 19.99 }))

  await counter.session(session, 'renew')
  await counter.work()
  const renewed = await read()
  expect(renewed.latest!.renewal!.price).toBe(39.98)
  expect(renewed.earlier).toMatchObject([{ id: order, renewal: null }])

  await counter.call(payments.cancelSubscription, { query: { checkout_id: order } }, { cookie })
  const stopped = await read()
  expect([stopped.latest!.renewal, ...stopped.runs]).toEqual([null, null, null])
})

test('a renewal that the card does not cover grants nothing until it does', async () => {
  const { user, session } = await subscribe()
  await counter.session(session, 'fail-renewal')
  await counter.work()
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
  await counter.session(session, 'renew')
  await counter.work()
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'purchase 30'])
})

test('a renewal whose webhook was lost is found by asking', async () => {
  const { user, session, order } = await subscribe()
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  await counter.session(session, 'renew')
  await recheckRenewals(counter.shop)
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
  await counter.db
    .updateTable('orders')
    .set({ renews_at: new Date(Date.now() - 4 * 3_600_000) })
    .where('id', '=', order)
    .execute()
  await Promise.all([recheckRenewals(counter.shop), recheckRenewals(counter.shop)])
  await recheckRenewals(counter.shop)
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'purchase 30'])
})

test('cancelling stops the renewal and keeps the time', async () => {
  const { user, cookie, session, order } = await subscribe()
  const cancel = (id: string, as: string) =>
    counter.call(payments.cancelSubscription, { query: { checkout_id: id } }, { cookie: as })
  const stranger = await counter.customer()
  expect((await cancel(order, stranger.cookie)).detail).toBe('Order not found')
  const { status, body } = await cancel(order, cookie)
  expect([status, body.message]).toEqual([200, 'Subscription cancelled successfully'])
  expect((await ordersOf(cookie))[0]!.autorenew).toBe(false)
  const again = await cancel(order, cookie)
  expect([again.status, again.detail]).toEqual([409, 'This order does not renew automatically'])
  await counter.session(session, 'renew')
  await counter.work()
  expect(await ordersOf(cookie)).toHaveLength(1)
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test('cancelling says so when the provider is down, and nothing has changed', async () => {
  const { cookie, order } = await subscribe()
  await counter.switches({ stripe: { api: 'error' } })
  const { status } = await counter.call(
    payments.cancelSubscription,
    { query: { checkout_id: order } },
    { cookie },
  )
  expect(status).toBe(502)
  expect((await ordersOf(cookie))[0]!.autorenew).toBe(true)
})

test('a subscription that the provider does not know can be cancelled all the same', async () => {
  const { cookie, order } = await subscribe()
  await counter.db
    .updateTable('orders')
    .set({ stripe_subscription_id: 'sub_gone' })
    .where('id', '=', order)
    .execute()
  const { status } = await counter.call(
    payments.cancelSubscription,
    { query: { checkout_id: order } },
    { cookie },
  )
  expect(status).toBe(200)
  expect((await ordersOf(cookie))[0]!.autorenew).toBe(false)
})

test('a subscription that ends at the provider no longer renews here', async () => {
  const { cookie, session } = await subscribe()
  await counter.session(session, 'cancel')
  await counter.work()
  expect((await ordersOf(cookie))[0]!.autorenew).toBe(false)
})

test('items of different terms are paid once, discounts taken off', async () => {
  const { user, cookie } = await counter.customer()
  const [a, b] = [await counter.addProduct(), await counter.addProduct()]
  await counter.addCode(a, 'MIXED', { amount: 10 })
  const { body } = await counter.buyByCard(cookie, [
    { id: a, term_length: 1, discount: 'MIXED' },
    { id: b, term_length: 12 },
  ])
  const paid = (await counter.session(body.session_id, 'confirm')) as { amount_total: number }
  expect(paid.amount_total).toBe(1799 + 16792)
  await counter.work()
  const [order] = await ordersOf(cookie)
  expect(order).toMatchObject({ autorenew: false, total_price: 185.91, payment_status: 'finished' })
  expect((await counter.ledger(user.id)).sort()).toEqual(['purchase 30', 'purchase 365'])
})
