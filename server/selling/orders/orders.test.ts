import { expect, test } from 'vitest'
import { subscriptions } from '#contract/access/subscriptions.ts'
import { discounts } from '#contract/catalogue/discounts.ts'
import { products } from '#contract/catalogue/products.ts'
import { orders } from '#contract/selling/orders.ts'
import { payments } from '#contract/selling/payments.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { sentence as sentenceOf } from '#server/kernel/testing/sentence.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'

const counter = await fileFixture(openCounter())

const days = (count: number) => new Date(Date.now() + count * 86_400_000)

test('an order costs what its quote says, to the cent', async () => {
  const { cookie } = await counter.customer()
  const [a, b] = [await counter.addProduct(), await counter.addProduct({ price_cents: 999 })]
  await counter.addCode(a, 'QUOTED', { amount: 15 })
  const items = [
    { id: a, term_length: 6 as const, discount: 'quoted' },
    { id: b, term_length: 6 as const, discount: '' },
  ]
  const { body: quote } = await counter.call(payments.quote, { body: { items } })
  expect(quote).toEqual({
    items: [
      {
        id: a,
        name: expect.any(String),
        term_length: 6,
        plan: '6m',
        plans: [
          { term_length: 1, plan: '1m', price: 19.99 },
          { term_length: 3, plan: '3m', price: 53.97 },
          { term_length: 6, plan: '6m', price: 95.95 },
          { term_length: 12, plan: '12m', price: 167.92 },
        ],
        list_price: 95.95,
        sale: 0,
        discount: { code: 'QUOTED', amount: 14.39 },
        price: 81.56,
        problem: null,
        discount_problem: null,
        discount_problem_code: null,
        renewal: {
          discount: null,
          price: 95.95,
          charge_at: expect.any(String),
          on: true,
          goes_on: false,
          running: null,
        },
      },
      expect.objectContaining({ id: b, list_price: 47.95, discount: null, price: 47.95 }),
    ],
    total: 129.51,
    tax: null,
  })
  for (const buy of [counter.buyByCard, counter.buyByCrypto]) {
    const { body } = await buy(cookie, items)
    const order = await counter.call(orders.get, { params: { id: body.order_id } }, { cookie })
    expect(order.body.total_price).toBe(quote.total)
    expect(order.body.items.map(({ price }) => price)).toEqual([81.56, 47.95])
  }
  const check = await counter.call(discounts.check, {
    params: { code: 'Quoted' },
    query: { game_id: a, term_length: '6' },
  })
  expect(check.body).toMatchObject({ code: 'QUOTED', gid: a, type: 1, amount: 14.39 })
})

test('an order marks the items that were bought for a renewal', async () => {
  const { cookie } = await counter.customer()
  const items = [true, false].map(async (renew) => ({
    id: await counter.addProduct(),
    term_length: 1 as const,
    renew,
  }))
  const { body } = await counter.buyByCard(cookie, await Promise.all(items))
  const order = await counter.call(orders.get, { params: { id: body.order_id } }, { cookie })
  expect(order.body.items.map(({ renew }) => renew)).toEqual([true, false])
})

test('shows, quotes and charges a product’s own savings', async () => {
  const plans = [0, 10, 15, 25].map((savings, at) => ({
    ...{ plan: ['1m', '3m', '6m', '12m'][at], popular: at === 2 },
    ...{ savings, cents: null },
  }))
  const id = await counter.addProduct({ plans: JSON.stringify(plans), ends_in_99: true })
  const shown = await counter.call(products.get, { params: { id } })
  expect(shown.body.terms).toMatchObject([
    { months: 1, plan: '1m', popular: false, savings: 0, price: 19.99, regular_price: 19.99 },
    { months: 3, plan: '3m', popular: false, savings: 10, price: 53.99, regular_price: 59.97 },
    { months: 6, plan: '6m', popular: true, savings: 15, price: 101.99, regular_price: 119.94 },
    { months: 12, plan: '12m', popular: false, savings: 25, price: 179.99, regular_price: 239.88 },
  ])
  for (const { months: term_length, price } of shown.body.terms) {
    const items = [{ id, term_length: term_length! }]
    const quote = await counter.call(payments.quote, { body: { items } })
    expect(quote.body.total).toBe(price)
    const { cookie } = await counter.customer()
    const { body } = await counter.buyByCrypto(cookie, items)
    const order = await counter.call(orders.get, { params: { id: body.order_id } }, { cookie })
    expect(order.body.total_price).toBe(price)
  }
})

test('the quote reports what the order would refuse', async () => {
  const { cookie } = await counter.customer()
  const sold = await counter.addProduct()
  const disabled = await counter.addProduct({ disabled: true })
  const hidden = await counter.addProduct({ hidden: true })
  await counter.addCode(sold, 'PAST', { starts_at: days(-9), ends_at: days(-1) })
  await counter.addCode(sold, 'FUTURE', { starts_at: days(1), ends_at: days(9) })
  await counter.addCode(sold, 'GONE', { max_uses: 2, used_count: 2 })
  await counter.addCode(hidden, 'OTHER')
  const name = (id: number) => counter.db.selectFrom('products').select('name').where('id', '=', id)
  const { name: disabledName } = await name(disabled).executeTakeFirstOrThrow()
  const { name: soldName } = await name(sold).executeTakeFirstOrThrow()
  const cases: [{ id: number; discount?: string }, number, string][] = [
    [{ id: 999_999 }, 404, sentenceOf('unknown_product')],
    [{ id: disabled }, 409, `${disabledName} is currently unavailable`],
    [{ id: sold, discount: 'NOSUCH' }, 404, sentenceOf('unknown_code')],
    [{ id: sold, discount: 'FUTURE' }, 409, sentenceOf('code_not_yet_valid')],
    [{ id: sold, discount: 'PAST' }, 409, sentenceOf('code_expired')],
    [{ id: sold, discount: 'GONE' }, 409, sentenceOf('code_used_up')],
    [{ id: sold, discount: 'OTHER' }, 409, `This code does not apply to ${soldName}`],
  ]
  for (const [wanted, status, sentence] of cases) {
    const items = [
      { ...wanted, term_length: 1 as const },
      { id: hidden, term_length: 1 as const },
    ]
    const { body } = await counter.call(payments.quote, { body: { items } })
    const bought = wanted.id === sold ? 2 : 1
    expect(body.total, sentence).toBeCloseTo(19.99 * bought, 6)
    const [first] = body.items
    expect(wanted.discount ? first!.discount_problem : first!.problem).toBe(sentence)
    for (const buy of [counter.buyByCard, counter.buyByCrypto]) {
      const answer = await buy(cookie, items)
      expect([answer.status, answer.detail]).toEqual([status, sentence])
    }
    if (!wanted.discount) continue
    const check = await counter.call(discounts.check, {
      params: { code: wanted.discount },
      query: { game_id: wanted.id },
    })
    expect([check.status, check.detail]).toEqual([status, sentence])
  }
  expect((await counter.call(orders.list, {}, { cookie })).body).toEqual([])
})

test('ignores prices, titles and totals from the client', async () => {
  const { cookie } = await counter.customer()
  const product = await counter.addProduct()
  const tampered = {
    id: product,
    term_length: 1 as const,
    price: 0.01,
    title: 'x',
    total: 0,
    type: 1,
  }
  const { body } = await counter.buyByCrypto(cookie, [tampered])
  expect(body.amount).toBe(19.99)
})

test('a free order is fulfilled immediately without a provider', async () => {
  const { user, cookie } = await counter.customer()
  const product = await counter.addProduct()
  await counter.addCode(product, 'GIFT', { type: 0, amount: 50_000 })
  const items = [{ id: product, term_length: 1 as const, discount: 'GIFT' }]
  await counter.switches({ stripe: { api: 'error' }, nowpayments: { api: 'error' } })
  const card = await counter.buyByCard(cookie, items)
  const crypto = await counter.buyByCrypto(cookie, items, 'nosuchcoin')
  await counter.reset()
  expect(card.body).toMatchObject({ clientSecret: null, session_id: card.body.order_id })
  expect(crypto.body).toMatchObject({ id: null, payment_status: 'finished', pay_address: null })
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'purchase 30'])
  const page = await counter.call(
    payments.checkoutSession,
    { params: { session_id: card.body.session_id } },
    { cookie },
  )
  expect(page.body.payment_status).toBe('finished')
  const mine = await counter.call(subscriptions.list, {}, { cookie })
  expect(mine.body).toMatchObject([{ game_id: product, purchasable: true, term_length: 5_184_000 }])
})

test('refuses invalid input with the reason and the field', async () => {
  const { cookie } = await counter.customer()
  const id = await counter.addProduct()
  const item = { id, term_length: 1 }
  const bad: unknown[] = [
    null,
    'x',
    {},
    [],
    [null],
    [{}],
    [{ id }],
    [{ term_length: 1 }],
    ...[0, -1, 1.5, '1', null, 1e20, true].map((wrong) => [{ ...item, id: wrong }]),
    ...[0, -1, 2, 1.5, 13, 1e9, '1', null, [1]].map((wrong) => [{ ...item, term_length: wrong }]),
    ...['a b', '💥', 'x'.repeat(41), 7, {}, "'; drop table orders"].map((discount) => [
      { ...item, discount },
    ]),
    [item, item],
    Array.from({ length: 21 }, (_, index) => ({ ...item, id: index + 1 })),
  ]
  for (const items of bad) {
    const send = (endpoint: (typeof payments)['add' | 'quote'], body: unknown) =>
      counter.call(endpoint as typeof payments.add, { body } as never, { cookie })
    for (const answer of [
      await counter.call(payments.createCheckoutSession, { body: items } as never, { cookie }),
      await send(payments.add, { type: 'crypto', currency: 'btc', items }),
      await send(payments.quote, { items }),
    ]) {
      expect(answer.status, JSON.stringify(items)).toBe(422)
      expect(answer.detail).toEqual(
        expect.arrayContaining([expect.objectContaining({ loc: expect.any(Array) })]),
      )
    }
  }
  expect((await counter.call(orders.list, {}, { cookie })).body).toEqual([])
})

test('cannot find orders and payments of others, and requires a sign-in', async () => {
  const owner = await counter.customer()
  const stranger = await counter.customer()
  const product = await counter.addProduct()
  const { body } = await counter.buyByCrypto(owner.cookie, [{ id: product, term_length: 1 }])
  const order = { params: { id: body.order_id } }
  const payment = { params: { id: body.id! } }
  expect((await counter.call(orders.get, order, owner)).status).toBe(200)
  expect((await counter.call(orders.get, order, stranger)).code).toBe('unknown_order')
  expect((await counter.call(payments.get, payment, stranger)).code).toBe('unknown_payment')
  for (const id of ['0', '-1', 'abc', "1' or '1'='1"])
    expect((await counter.call(payments.get, { params: { id } }, owner)).status).toBe(422)
  for (const id of ['1', 'not-a-uuid'])
    expect((await counter.call(orders.get, { params: { id } }, owner)).status).toBe(422)
  const unknown = { params: { id: crypto.randomUUID() } }
  expect((await counter.call(orders.get, unknown, owner)).status).toBe(404)
  for (const call of [
    () => counter.call(orders.list, {}),
    () => counter.call(orders.get, order),
    () => counter.call(payments.get, payment),
    () => counter.buyByCard('', [{ id: product, term_length: 1 }]),
    () => counter.buyByCrypto('', [{ id: product, term_length: 1 }]),
    () => counter.call(subscriptions.list, {}),
  ])
    expect((await call()).status).toBe(401)
})
