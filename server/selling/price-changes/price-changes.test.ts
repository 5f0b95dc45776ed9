import { afterEach, expect, test } from 'vitest'
import { orders } from '#contract/selling/orders.ts'
import { renewals } from '#contract/selling/renewals.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { addRenewal } from '#server/selling/renewals/testing/add-renewal.ts'
import { renewing } from '#server/selling/renewals/testing/renewing.ts'
import { repricing } from './testing/repricing.ts'

const counter = await fileFixture(openCounter())
const { subscribe, pass, run, get, act, behave, buy } = renewing(counter)
const admin = await signIn(counter.app, { admin: true })
const { price, preview, previewCancel, move, cancel, list, priceMailsOf } = repricing(
  counter,
  admin,
)

afterEach(() => counter.reset())

const mine = async (cookie: string) => (await counter.call(renewals.list, {}, { cookie })).body[0]!
const paidBy = async (cookie: string) =>
  (await counter.call(orders.list, {}, { cookie })).body.map((order) => order.total_price)

test('announces a higher price with both prices, and charges it first after 30 days', async () => {
  const { user, cookie, product } = await subscribe()
  await price(product, 2499)
  expect((await move(product)).body).toMatchObject({ people: 1, month: 5, counts: { waiting: 1 } })
  expect((await mine(cookie)).price_change).toBeNull()
  await counter.work()
  expect(await priceMailsOf(user.id)).toEqual(['renewal-price'])
  const { text } = (await counter.mailsTo(user.email)).find((mail) => mail.text.includes('$24.99'))!
  expect(text).toContain('$19.99')
  expect(text).toContain('stop-renewal?token=')
  const told = await mine(cookie)
  expect(told).toMatchObject({ price: 19.99, price_change: { price: 24.99, instead_of: 19.99 } })
  const later = Date.parse(told.price_change!.from) - Date.parse(told.next_charge!)
  expect(later).toBe(30 * 86_400_000)

  await pass(user.id, 29.1)
  await run()
  expect(await paidBy(cookie)).toEqual([19.99, 19.99])
  expect(await mine(cookie)).toMatchObject({ price: 24.99, price_change: { price: 24.99 } })
  await pass(user.id, 27)
  await run()
  const reminders = (await counter.mailsTo(user.email)).filter(({ text }) =>
    text.includes('we’ll charge'),
  )
  expect(reminders).toHaveLength(1)
  expect(reminders[0]!.text).toContain('$24.99')
  expect(reminders[0]!.text).not.toContain('$19.99')
  await pass(user.id, 3)
  await run()
  expect(await paidBy(cookie)).toEqual([24.99, 19.99, 19.99])
  expect(await mine(cookie)).toMatchObject({ price: 24.99, price_change: null })
  expect((await list(product))[0]!.counts).toMatchObject({ applied: 1, announced: 0 })
})

test('charges no customer more before the announcement', async () => {
  const { user, cookie, product, id } = await subscribe()
  await price(product, 2499)
  await move(product)
  await counter.db
    .updateTable('renewal_prices')
    .set({ told_at: new Date(), applies_from: null })
    .where('renewal_id', '=', id)
    .execute()
  for (const days of [29.1, 30, 30]) {
    await pass(user.id, days)
    await run()
  }
  expect(await paidBy(cookie)).toEqual([19.99, 19.99, 19.99, 19.99])
})

test('a lower price applies to the next charge immediately, and is mailed', async () => {
  const { user, cookie, product, id } = await subscribe()
  await price(product, 1499)
  expect((await preview(product)).lowered).toEqual({ people: 1, month: -5 })
  expect((await move(product)).body.counts).toMatchObject({ applied: 1 })
  expect(await mine(cookie)).toMatchObject({ price: 14.99, price_change: null })
  await counter.work()
  expect(await priceMailsOf(user.id)).toEqual(['renewal-price-lower'])
  await pass(user.id, 29.1)
  await run()
  expect(await paidBy(cookie)).toEqual([14.99, 19.99])
  expect((await get(id)).price_cents).toBe(1499)
})

test('a term whose payment fails costs what its order says, also after a price change', async () => {
  const { user, cookie, product, id, card } = await subscribe()
  await behave(card, 'insufficient_funds')
  await pass(user.id, 29.1)
  await run()
  await price(product, 1499)
  await move(product)
  expect(await mine(cookie)).toMatchObject({ state: 'retrying', price: 19.99 })
  await behave(card, 'succeeds')
  expect((await act('pay', { id, cookie })).body.state).toBe('on')
  expect(await paidBy(cookie)).toEqual([19.99, 19.99])
  const charged = await counter.db
    .selectFrom('payments')
    .select('amount_cents')
    .innerJoin('orders', 'orders.id', 'order_id')
    .where('user_id', '=', user.id)
    .execute()
  expect(charged.every(({ amount_cents }) => amount_cents === 1999)).toBe(true)
  expect(await mine(cookie)).toMatchObject({ state: 'on', price: 14.99 })
})

test('canceling leaves uncharged customers the old price, and mails them once', async () => {
  const told = await subscribe()
  const { product } = told
  await price(product, 2499)
  const { body } = await move(product)
  await counter.work()
  expect(await previewCancel(body.id)).toEqual({ kept: 1, told: 1, paying: 0 })
  expect((await cancel(body.id)).body).toMatchObject({
    canceled_by: admin.user.username,
    counts: { canceled: 1, announced: 0 },
  })
  expect((await cancel(body.id)).code).toBe('nothing_to_cancel')
  expect((await cancel(body.id + 1_000_000)).code).toBe('unknown_price_change')
  await counter.work()
  await counter.work()
  expect(await priceMailsOf(told.user.id)).toEqual(['renewal-price', 'renewal-price-off'])
  for (const days of [29.1, 30]) {
    await pass(told.user.id, days)
    await run()
  }
  expect(await paidBy(told.cookie)).toEqual([19.99, 19.99, 19.99])
})

test('canceling before the mail notifies nobody', async () => {
  const { user, product } = await subscribe()
  await price(product, 2499)
  const { body } = await move(product)
  await cancel(body.id)
  await counter.work()
  expect(await priceMailsOf(user.id)).toEqual([])
})

test('a later change replaces a pending one, but not one that is being charged', async () => {
  const { user, cookie, product } = await subscribe()
  await price(product, 2499)
  await move(product)
  await counter.work()
  expect((await move(product)).code).toBe('nothing_to_move')
  expect((await preview(product)).left_out).toMatchObject({ announced: 1 })
  await price(product, 2999)
  expect(await preview(product)).toMatchObject({ raised: { people: 1 }, replaced: 1 })
  await move(product)
  await counter.work()
  const [later, former] = await list(product)
  expect([later!.counts.announced, former!.counts.replaced]).toEqual([1, 1])
  expect((await mine(cookie)).price_change!.price).toBe(29.99)
  // The price returns to the one being paid, so the announced one is off.
  await price(product, 1999)
  expect(await preview(product)).toMatchObject({ raised: { people: 0 }, replaced: 1 })
  await move(product)
  await counter.work()
  expect((await mine(cookie)).price_change).toBeNull()
  expect(await priceMailsOf(user.id)).toEqual([
    'renewal-price',
    'renewal-price',
    'renewal-price-off',
  ])
})

test('a customer who agrees to a price at checkout is not moved to another one', async () => {
  const customer = await subscribe()
  const { product, cookie } = customer
  await price(product, 2499)
  await move(product)
  await counter.work()
  await buy(customer, { id: product, term_length: 3, renew: true, replace_renewal: true })
  expect(await mine(cookie)).toMatchObject({ term_length: 3, price: 67.47, price_change: null })
  expect((await list(product))[0]!.counts).toMatchObject({ replaced: 1, announced: 0 })
})

test('the preview lists moved and excluded customers, changes nothing, and matches the result', async () => {
  const product = await counter.addProduct()
  const beside = await subscribe()
  const add = async (more: object = {}) => {
    const { user } = await signIn(counter.app)
    return {
      user,
      ...(await addRenewal(counter.db, { user_id: user.id, product_id: product, ...more })),
    }
  }
  const moved = await add()
  const dear = await add({ price_cents: 3000 })
  const rest = [
    await add({ price_cents: 2499 }),
    await add({ state: 'stopping' }),
    await add({ state: 'held', held_for: 'product' }),
    await add({ plan: '2w', term_seconds: 14 * 86_400 }),
    await add(),
  ]
  await counter.db
    .updateTable('users')
    .set({ banned: true })
    .where('id', '=', rest[4]!.user.id)
    .execute()
  await add({ state: 'ended', ended_at: new Date(), ended_for: 'stopped', due_at: null })
  await price(product, 2499)
  const before = await get(dear.id)
  const shown = await preview(product)
  expect(shown).toMatchObject({
    groups: [
      { plan: '1m', old_price: 19.99, new_price: 24.99, people: 1 },
      { plan: '1m', old_price: 30, new_price: 24.99, people: 1 },
    ],
    raised: { people: 1, month: 5 },
    lowered: { people: 1, month: -5.01 },
    left_out: { same: 1, announced: 0, stopped: 1, held: 1, unreachable: 1, unsold: 1 },
  })
  expect(await get(dear.id)).toEqual(before)
  expect(await list(product)).toEqual([])
  const { body } = await move(product)
  expect(body.people).toBe(shown.raised.people + shown.lowered.people)
  expect(body.month).toBeCloseTo(shown.raised.month + shown.lowered.month)
  expect((await get(dear.id)).price_cents).toBe(2499)
  expect((await get(moved.id)).price_cents).toBe(1999)
  for (const { id } of rest) {
    const rows = await counter.db
      .selectFrom('renewal_prices')
      .select('id')
      .where('renewal_id', '=', id)
      .execute()
    expect(rows).toEqual([])
  }
  expect(await get(beside.id)).toMatchObject({ price_cents: 1999 })
})

test('refuses to move to a price that has changed since the preview', async () => {
  const { product } = await subscribe()
  await price(product, 2499)
  const { revision } = await preview(product)
  await price(product, 9999)
  expect((await move(product, { revision })).code).toBe('prices_changed')
  expect(await list(product)).toEqual([])
})
