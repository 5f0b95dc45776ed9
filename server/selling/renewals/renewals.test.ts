import { afterEach, expect, test } from 'vitest'
import { cards } from '#contract/selling/cards.ts'
import { orders } from '#contract/selling/orders.ts'
import { payments } from '#contract/selling/payments.ts'
import { renewals } from '#contract/selling/renewals.ts'
import { grantTime } from '#server/access/subscriptions/ledger.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { addCard } from '#server/selling/cards/testing/add-card.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { renewing } from './testing/renewing.ts'

const counter = await fileFixture(openCounter())
const { subscribe, pass, run, get, act, buy, changeCard } = renewing(counter)

const set = (changes: { renew_by_default?: boolean; renewal_lead_hours?: number }) =>
  counter.db.updateTable('settings').set(changes).execute()

afterEach(async () => {
  await counter.reset()
  await set({ renew_by_default: true, renewal_lead_hours: 24 })
})

const ordersOf = async (cookie: string) => (await counter.call(orders.list, {}, { cookie })).body
const day = 86_400_000

test('a paid order starts the requested renewals, one for each product', async () => {
  const customer = await counter.customer()
  const [a, b, c] = [
    await counter.addProduct(),
    await counter.addProduct(),
    await counter.addProduct(),
  ]
  const { body } = await counter.buyByCard(customer.cookie, [
    { id: a, term_length: 1, renew: true },
    { id: b, term_length: 3, renew: true },
    { id: c, term_length: 1, renew: false },
  ])
  await counter.session(body.session_id, 'confirm')
  await counter.work()
  const mine = await counter.call(renewals.list, {}, customer)
  expect(mine.body).toMatchObject([
    { game_id: a, term_length: 1, price: 19.99, state: 'on', card: { last4: '4242' } },
    { game_id: b, term_length: 3, price: 53.97, state: 'on' },
  ])
  const at = Date.parse(mine.body[0]!.next_charge!)
  expect(Math.abs(at - (Date.now() + 29 * day))).toBeLessThan(60_000)
  const [order] = await ordersOf(customer.cookie)
  expect(order).toMatchObject({ autorenew: true })
  expect(order!.renewals.map(({ at, price }) => ({ next_charge: at, price }))).toEqual(
    mine.body.map(({ next_charge, price }) => ({ next_charge, price })),
  )
})

test('without renewal by default, only a customer who chooses it renews and has the card saved', async () => {
  await set({ renew_by_default: false })
  const customer = await counter.customer()
  const item = { id: await counter.addProduct(), term_length: 1 } as const
  const quote = async () =>
    (await counter.call(payments.quote, { body: { items: [item] } }, customer)).body.items[0]!
  const kept = async () => (await counter.call(cards.list, {}, customer)).body
  const running = async () => (await counter.call(renewals.list, {}, customer)).body
  expect((await quote()).renewal).toMatchObject({ on: false })
  await buy(customer, item)
  expect([await running(), await kept()]).toEqual([[], []])
  await buy(customer, { ...item, renew: true })
  expect(await running()).toMatchObject([{ game_id: item.id, state: 'on' }])
  expect(await kept()).toMatchObject([{ last4: '4242' }])
  await set({ renew_by_default: true })
  const another = { ...item, id: await counter.addProduct() }
  const { body } = await counter.call(payments.quote, { body: { items: [another] } }, customer)
  expect(body.items[0]!.renewal).toMatchObject({ on: true })
})

test('a longer lead time brings the next charge forward by as much', async () => {
  const { id } = await subscribe()
  const before = (await get(id)).due_at!.getTime()
  await set({ renewal_lead_hours: 48 })
  expect((await get(id)).due_at!.getTime()).toBe(before - day)
})

test('the cancel endpoint stops all renewals of an order, once', async () => {
  const { cookie, order } = await subscribe()
  const cancel = (as: string) =>
    counter.call(renewals.stopOfOrder, { query: { checkout_id: order } }, { cookie: as })
  const stranger = await counter.customer()
  expect((await cancel(stranger.cookie)).code).toBe('unknown_order')
  const { status, body } = await cancel(cookie)
  expect([status, body.message]).toEqual([200, 'Subscription cancelled successfully'])
  expect((await ordersOf(cookie))[0]).toMatchObject({ autorenew: false, renewals: [] })
  const again = await cancel(cookie)
  expect([again.status, again.code]).toEqual([409, 'nothing_to_renew'])
})

test('a stopped renewal is not charged, and restarts at the same price', async () => {
  const customer = await subscribe()
  const { user, id } = customer
  const stranger = await counter.customer()
  expect((await act('stop', { ...stranger, id })).status).toBe(404)
  expect((await act('stop', customer, { reason: 'Too dear' })).body.state).toBe('stopping')
  // The client lost the answer and sends the request again.
  expect((await act('stop', customer)).body.state).toBe('stopping')
  await pass(user.id, 29.5)
  await run()
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
  expect((await act('resume', customer)).body.state).toBe('on')
  expect((await act('resume', customer)).body.state).toBe('on')
  await run()
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'purchase 30'])
  await act('stop', customer)
  await pass(user.id, 31)
  await run()
  expect(await get(id)).toMatchObject({ state: 'ended', ended_for: 'stopped' })
  expect((await act('resume', customer)).code).toBe('nothing_to_renew')
})

test('a second purchase adds time and moves the date, and starts no second renewal', async () => {
  const customer = await subscribe()
  const { user, id, product } = customer
  const before = (await get(id)).due_at!.getTime()
  await buy(customer, { id: product, term_length: 1, renew: true })
  await buy(customer, { id: product, term_length: 3, renew: true })
  const rows = counter.db.selectFrom('renewals').selectAll().where('user_id', '=', user.id)
  expect(await rows.execute()).toMatchObject([{ id, plan: '1m', price_cents: 1999 }])
  expect((await get(id)).due_at!.getTime()).toBe(before + 120 * day)
  await buy(customer, { id: product, term_length: 3, renew: true, replace_renewal: true })
  expect(await rows.execute()).toMatchObject([{ id, plan: '3m', price_cents: 5397 }])
})

test('the quote shows the renewal with its date, and the one that it replaces', async () => {
  const customer = await subscribe()
  const quote = async (items: object[], as?: string) =>
    (await counter.call(payments.quote, { body: { items } } as never, as ? { cookie: as } : {}))
      .body.items as {
      renewal: {
        on: boolean
        goes_on: boolean
        charge_at: string
        price: number
        running: unknown
      }
    }[]
  const [plain] = await quote([{ id: customer.product, term_length: 3 }])
  expect(plain!.renewal).toMatchObject({ on: true, goes_on: false, price: 53.97, running: null })
  expect(Math.abs(Date.parse(plain!.renewal.charge_at) - Date.now() - 89 * day)).toBeLessThan(
    60_000,
  )
  const [mine] = await quote([{ id: customer.product, term_length: 3 }], customer.cookie)
  const running = { term_length: 1, plan: '1m', price: 19.99, stopped: false }
  expect(mine!.renewal.running).toEqual(running)
  const other = await quote(
    [{ id: customer.product, term_length: 1, renew: false }],
    customer.cookie,
  )
  // The item was not bought with renewal, so the existing renewal continues.
  expect(other[0]!.renewal).toMatchObject({ on: false, goes_on: true, price: 19.99, running: null })
  await act('stop', customer)
  const [same, longer] = [
    await quote([{ id: customer.product, term_length: 1 }], customer.cookie),
    await quote([{ id: customer.product, term_length: 3 }], customer.cookie),
  ]
  expect(same[0]!.renewal).toMatchObject({ on: false, goes_on: false, running: null })
  expect(longer[0]!.renewal).toMatchObject({ on: false, running: { ...running, stopped: true } })
})

test('a stopped renewal stays off after another purchase, until the customer turns it on', async () => {
  const customer = await subscribe()
  const { id, product } = customer
  await act('stop', customer)
  await buy(customer, { id: product, term_length: 1 })
  expect((await get(id)).state).toBe('stopping')
  expect((await ordersOf(customer.cookie))[0]).toMatchObject({ renews_otherwise: false })
  await buy(customer, { id: product, term_length: 1, renew: true })
  expect((await get(id)).state).toBe('on')
  // The renewal still belongs to the first order, and the other orders do not show it as off.
  expect(await ordersOf(customer.cookie)).toMatchObject([
    { autorenew: false, renews_otherwise: true },
    { autorenew: false, renews_otherwise: true },
    { autorenew: true, renews_otherwise: false },
  ])
})

test('the card of a renewal can be changed, and is kept while it is needed', async () => {
  const customer = await subscribe()
  const added = await addCard(counter, customer.cookie, '5555555555554444')
  expect((await changeCard(customer, 'pm_unknown')).status).toBe(404)
  const { body } = await changeCard(customer, added.id)
  expect(body.card).toMatchObject({ last4: '4444', id: added.id })
})

test('the only card of a renewal cannot be removed before the renewal is stopped', async () => {
  const customer = await subscribe()
  const remove = () => counter.call(cards.remove, { params: { id: customer.card } }, customer)
  const { status, code } = await remove()
  expect([status, code]).toEqual([409, 'card_in_use'])
  expect((await get(customer.id)).card_id).toBe(customer.card)
  await act('stop', customer)
  expect((await remove()).status).toBe(200)
})

test('earned time moves the date of the next charge', async () => {
  const { user, id, product } = await subscribe()
  const before = (await get(id)).due_at!.getTime()
  await grantTime(counter.db, {
    ...{ userId: user.id, productId: product, seconds: 10 * 86_400, cause: 'reward' },
  })
  expect((await get(id)).due_at!.getTime()).toBe(before + 10 * day)
})

test('an item below the minimum charge is bought with the others, and does not renew', async () => {
  const { user, cookie } = await counter.customer()
  const free = await counter.addProduct({ price_cents: 0 })
  const paid = await counter.addProduct()
  const items = [free, paid].map((id) => ({ id, term_length: 1 as const, renew: true }))
  const { body } = await counter.buyByCard(cookie, items)
  await counter.session(body.session_id, 'confirm')
  await counter.work()
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'purchase 30'])
  const mine = await counter.call(renewals.list, {}, { cookie })
  expect(mine.body.map(({ game_id }) => game_id)).toEqual([paid])
})
