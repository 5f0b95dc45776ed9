import { expect, test } from 'vitest'
import { staffSubscriptions } from '#contract/access/staff-subscriptions.ts'
import { subscriptions } from '#contract/access/subscriptions.ts'
import { products } from '#contract/catalogue/products.ts'
import { orders } from '#contract/selling/orders.ts'
import { payments } from '#contract/selling/payments.ts'
import { referrals } from '#contract/selling/referrals.ts'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import type { PlanRule } from '#contract/wire/terms.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { addPayingFriends } from '#server/selling/referrals/testing/friends.ts'

const counter = await fileFixture(openCounter())
const admin = await signIn(counter.app, { admin: true })

const own = (plan: string, cents: number): PlanRule => ({
  ...{ plan, popular: false },
  ...{ savings: null, cents },
})
const week = own('1w', 599)
const life = own('lifetime', 19_900)

const addProduct = (...plans: PlanRule[]) => counter.addProduct({ plans: JSON.stringify(plans) })
const removePlans = (id: number) =>
  counter.db.updateTable('products').set({ plans: null }).where('id', '=', id).execute()
const mine = async (cookie: string) => (await counter.call(subscriptions.list, {}, { cookie })).body

async function pay(cookie: string, items: Parameters<typeof counter.buyByCard>[1]) {
  const { status, body } = await counter.buyByCard(cookie, items)
  expect(status).toBe(201)
  await counter.session(body.session_id, 'confirm')
  await counter.work()
  return body.order_id
}

test('plans of days, weeks and lifetimes cost the same everywhere, and are charged at that price', async () => {
  const id = await addProduct(own('3d', 299), week, own('24m', 29_900), life)
  const { body: shown } = await counter.call(products.get, { params: { id } })
  expect(shown.terms.map(({ plan, months, price }) => [plan, months, price])).toEqual([
    ['3d', null, 2.99],
    ['1w', null, 5.99],
    ['24m', null, 299],
    ['lifetime', null, 199],
  ])
  for (const { plan, price } of shown.terms) {
    const { cookie, user } = await counter.customer()
    const items = [{ id, plan }]
    const { body: quote } = await counter.call(payments.quote, { body: { items } })
    expect(quote).toMatchObject({ total: price, items: [{ plan, term_length: null, price }] })
    const { renewal } = quote.items[0]!
    expect(renewal?.price).toBe(plan === 'lifetime' ? undefined : price)
    const order_id = await pay(cookie, items)
    const order = await counter.call(orders.get, { params: { id: order_id } }, { cookie })
    expect(order.body).toMatchObject({
      payment_status: 'finished',
      total_price: price,
      autorenew: plan !== 'lifetime',
      items: [{ plan, term_length: null, price }],
    })
    const days = { '3d': 3, '1w': 7, '24m': 730 }[plan] ?? 365_000
    expect(await counter.ledger(user.id)).toEqual([`purchase ${days}`])
  }
})

test('a removed plan is reported with the remaining ones, not sold, and kept by old orders', async () => {
  const id = await addProduct(week)
  const { cookie } = await counter.customer()
  const items = [{ id, plan: '1w' }]
  const order_id = await pay(cookie, items)
  await removePlans(id)
  const { body } = await counter.call(payments.quote, { body: { items } })
  expect(body.total).toBe(0)
  expect(body.items[0]!.problem).toMatch(/is no longer sold for 1 week$/)
  expect(body.items[0]!.plans.map(({ term_length }) => term_length)).toEqual([1, 3, 6, 12])
  expect(await counter.buyByCrypto(cookie, items)).toMatchObject({
    status: 409,
    code: 'plan_unavailable',
  })
  const order = await counter.call(orders.get, { params: { id: order_id } }, { cookie })
  expect(order.body.items).toMatchObject([{ plan: '1w', price: 5.99 }])
  const asStaff = await counter.call(staffOrders.get, { params: { id: order_id } }, admin)
  expect(asStaff.body.time).toMatchObject([{ given: 7 * 86_400 }])
  expect((await mine(cookie))[0]).toMatchObject({ lifetime: false, plan: '1m' })
})

test('a request names months or another plan, and exactly one of them', async () => {
  const id = await addProduct(week)
  for (const item of [{}, { term_length: 1, plan: '1w' }, { plan: '0w' }, { plan: 'forever' }]) {
    const { status } = await counter.call(payments.quote, {
      body: { items: [{ id, ...item }] },
    } as never)
    expect(status, JSON.stringify(item)).toBe(422)
  }
  const same = { items: [{ id: await counter.addProduct(), plan: '3m' }] }
  const { body } = await counter.call(payments.quote, { body: same })
  expect(body.items[0]).toMatchObject({ term_length: 3, price: 53.97 })
})

test('a customer with a lifetime can buy, be charged for and be granted no more of the product', async () => {
  const id = await addProduct(own('1m', 1999), life)
  const other = await counter.addProduct()
  const { cookie, user } = await counter.customer()
  const monthly = await pay(cookie, [{ id, term_length: 1 }])
  await pay(cookie, [{ id, plan: 'lifetime' }])
  const renewing = async (order: string) =>
    (await counter.call(orders.get, { params: { id: order } }, { cookie })).body.autorenew
  expect(await renewing(monthly)).toBe(false)
  expect(await mine(cookie)).toMatchObject([{ game_id: id, lifetime: true }])
  const again = await counter.buyByCrypto(cookie, [{ id, plan: 'lifetime' }])
  expect(again).toMatchObject({ status: 409, code: 'already_lifetime' })
  expect((await counter.buyByCrypto(cookie, [{ id: other, term_length: 1 }])).status).toBe(201)
  await addPayingFriends(counter.db, user.id, 3)
  const redeem = await counter.call(referrals.redeem, { body: { product_id: id } }, { cookie })
  expect(redeem).toMatchObject({ status: 409, code: 'already_lifetime' })
})

test.each(['lifetime', '1m'])(
  'coins that pay for %s after the customer bought a lifetime are reported to staff and the customer',
  async (plan) => {
    const id = await addProduct(own('1m', 1999), life)
    const { cookie, user } = await counter.customer()
    const coins = (await counter.buyByCrypto(cookie, [{ id, plan }])).body
    const card = await pay(cookie, [{ id, plan: 'lifetime' }])
    await counter.coins(coins.id, 'confirm')
    await counter.work()
    const subjects = (await counter.mailsTo(user.email)).map(({ subject }) => subject)
    expect(subjects).toContain('We are reviewing a payment for your Loadout order')
    const search = { query: { look: 'unexpected' as const, uid: user.id } }
    const { body } = await counter.call(staffOrders.search, search, admin)
    expect(body.orders.map((order) => order.id)).toEqual([coins.order_id])
    const look = async (order: string) =>
      (await counter.call(staffOrders.get, { params: { id: order } }, admin)).body.stuck
    expect(await look(coins.order_id)).toContain('already had a lifetime')
    const shown = await counter.call(orders.get, { params: { id: coins.order_id } }, { cookie })
    expect(shown.body.review).toBe('lifetime_owned')
    expect(await look(card)).toBeNull()
  },
)

test('a refunded lifetime leaves the time that was bought besides it', async () => {
  const id = await addProduct(own('1m', 1999), life)
  const { cookie, user } = await counter.customer()
  await pay(cookie, [{ id, term_length: 1 }])
  const { body } = await counter.buyByCard(cookie, [{ id, plan: 'lifetime' }])
  await counter.session(body.session_id, 'confirm')
  await counter.work()
  await counter.session(body.session_id, 'refund')
  await counter.work()
  expect(await counter.ledger(user.id)).toEqual([
    'purchase 30',
    'purchase 365000',
    'refund -365000',
  ])
  expect(await mine(cookie)).toMatchObject([{ lifetime: false, term_length: 30 * 86_400 }])
})

test('staff grant and take back the plans of a product, including a lifetime', async () => {
  const id = await addProduct(week, life)
  const { user, cookie } = await counter.customer()
  const params = { uid: user.id }
  const give = (body: object) =>
    counter.call(
      staffSubscriptions.give,
      { params, body: { reason: 'Sorry', game_id: id, ...body } },
      admin,
    )
  expect((await give({ plan: '1w' })).body).toMatchObject({
    term_length: 7 * 86_400,
    lifetime: false,
  })
  expect((await give({ term_length: 30 })).body.term_length).toBe(37 * 86_400)
  expect((await give({ plan: 'lifetime' })).body.lifetime).toBe(true)
  for (const wrong of [{}, { plan: '1w', term_length: 30 }, { term_length: 31 }])
    expect((await give(wrong)).status).toBe(422)
  const body = { game_id: id }
  expect((await counter.call(staffSubscriptions.remove, { params, body }, admin)).status).toBe(200)
  expect(await mine(cookie)).toMatchObject([{ lifetime: false }])
})

test('a subscription is extended by the plan that was bought last, while it is sold', async () => {
  const id = await addProduct(own('1m', 1999), week, life)
  const { cookie } = await counter.customer()
  await pay(cookie, [{ id, plan: '1w' }])
  expect((await mine(cookie))[0]!.plan).toBe('1w')
  await pay(cookie, [{ id, term_length: 1 }])
  expect((await mine(cookie))[0]).toMatchObject({ plan: '1m', term_length: 37 * 86_400 })
})
