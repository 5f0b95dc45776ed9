import { sql } from 'kysely'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { orders } from '#contract/selling/orders.ts'
import { payments } from '#contract/selling/payments.ts'
import { ProviderDown, ProviderRefused } from '#server/adapters/payments/payments.ts'
import { stripeProvider } from '#server/adapters/payments/stripe.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { countLockWaits } from '#server/kernel/testing/lock-waits.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { startRefusing } from '#server/platform/services/testing/refusing.ts'
import { endCardOrder } from './open-card-order.ts'
import { openCounter } from './testing/counter.ts'

const counter = await fileFixture(openCounter())

afterEach(() => counter.reset())

type Cards = NonNullable<typeof counter.shop.card>

/** Overrides methods of the card provider until the test ends. Returns the original provider. */
function playCards(otherwise: Partial<Cards>): Cards {
  const real = counter.shop.card!
  counter.shop.card = Object.create(real, Object.getOwnPropertyDescriptors(otherwise))
  onTestFinished(() => {
    counter.shop.card = real
  })
  return real
}

/** Holds a request for a session until the test releases it. */
function holdSession() {
  const [asked, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const real = playCards({
    createSession: async (order) => {
      asked.resolve()
      await opened.promise
      return real.createSession(order)
    },
  })
  return { real, asked: asked.promise, open: opened.resolve }
}

test('reloading the checkout continues the same card order, which is not listed until it is paid', async () => {
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
  expect(stranger.body.items[0]?.discount_problem).toBe(sentence('code_used_up'))
})

test('a card order with other items replaces the open one and releases its discount code', async () => {
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

test('an order that was left without a session expires and releases its code to the customer', async () => {
  const { cookie } = await counter.customer()
  const product = await counter.addProduct()
  await counter.addCode(product, 'LASTONE', { max_uses: 1 })
  const items = [{ id: product, term_length: 1 as const, discount: 'LASTONE' }]
  const killed = await counter.buyByCard(cookie, items)
  const { order_id } = killed.body
  await counter.db.deleteFrom('payments').where('order_id', '=', order_id).execute()
  await counter.db
    .updateTable('orders')
    .set({ created_at: sql`created_at - interval '2 minutes'` })
    .where('id', '=', order_id)
    .execute()
  const again = await counter.buyByCard(cookie, items)
  expect(again.status).toBe(201)
  expect(again.body.order_id).not.toBe(order_id)
  expect(await counter.statusOf(order_id)).toBe('expired')
  expect(await counter.usesOf('LASTONE')).toBe(1)
})

test('a repeated request continues an order whose request was killed before it stored the session', async () => {
  const { user, cookie } = await counter.customer()
  const product = await counter.addProduct()
  await counter.addCode(product, 'KEPTONE', { max_uses: 1 })
  const items = [{ id: product, term_length: 1 as const, discount: 'KEPTONE' }]
  const killed = await counter.buyByCard(cookie, items)
  const { order_id, session_id } = killed.body
  await counter.db.deleteFrom('payments').where('order_id', '=', order_id).execute()
  const again = await counter.buyByCard(cookie, items)
  expect(again).toMatchObject({ status: 201, body: { order_id, session_id } })
  await counter.session(session_id, 'confirm')
  await counter.work()
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test('concurrent card requests get the same session, even if the provider is slow', async () => {
  const { cookie } = await counter.customer()
  const id = await counter.addProduct()
  const press = () => counter.buyByCard(cookie, [{ id, term_length: 1 as const }], false)
  await counter.switches({ stripe: { delayMs: 2500 } })
  const answers = await Promise.all([press(), press(), press()])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.session_id)).size).toBe(1)
})

test('a failed card request keeps the session and code of a concurrent one', async () => {
  const { user, cookie } = await counter.customer()
  const id = await counter.addProduct()
  await counter.addCode(id, 'OPENED', { max_uses: 1 })
  const press = () =>
    counter.buyByCard(cookie, [{ id, term_length: 1 as const, discount: 'OPENED' }], false)
  await counter.switches({ stripe: { api: 'timeout' } })
  const first = press()
  await expect.poll(() => counter.usesOf('OPENED')).toBe(1)
  await counter.switches({ stripe: { api: 'ok' } })
  const second = await press()
  // The first request gets no answer from the provider, and its retry fails.
  await counter.switches({ stripe: { api: 'error' } })
  expect(second.status).toBe(201)
  expect(await first).toMatchObject({ status: 201, body: { session_id: second.body.session_id } })
  await counter.switches({ stripe: { api: 'ok' } })
  await counter.session(second.body.session_id, 'confirm')
  await counter.work()
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
  expect(await counter.usesOf('OPENED')).toBe(1)
})

test('a session that is created after its order failed is not returned', async () => {
  const { user, cookie } = await counter.customer()
  const id = await counter.addProduct()
  await counter.addCode(id, 'TOOLATE', { max_uses: 1 })
  const items = [{ id, term_length: 1 as const, discount: 'TOOLATE' }]
  const [away, held] = [Promise.withResolvers<never>(), Promise.withResolvers<void>()]
  let asked = 0
  const real = playCards({
    createSession: async (order) => {
      asked += 1
      if (asked === 1) return away.promise
      const session = await real.createSession(order)
      await held.promise
      return session
    },
    // The opened session stays payable for anyone with its secret.
    expireSession: async () => {
      throw new ProviderDown('away')
    },
  })
  const first = counter.buyByCard(cookie, items, false)
  await expect.poll(() => asked).toBe(1)
  const second = counter.buyByCard(cookie, items, false)
  await expect.poll(() => asked).toBe(2)
  away.reject(new ProviderDown('away'))
  expect((await first).code).toBe('provider_unreachable')
  held.resolve()
  expect(await second).toMatchObject({ status: 502, code: 'provider_unreachable' })
  const again = await counter.buyByCard(cookie, items, false)
  await counter.session(again.body.session_id, 'confirm')
  await counter.work()
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
  expect(await counter.usesOf('TOOLATE')).toBe(1)
})

test('an open order that is already paid is settled and not replaced', async () => {
  const { user, cookie, product, order, session } = await counter.newCardOrder()
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  await counter.session(session, 'confirm')
  const next = await counter.buyByCard(cookie, [{ id: product, term_length: 1 }])
  expect(next.body.order_id).not.toBe(order)
  expect(await counter.statusOf(order)).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test.each([
  ['other items become a new order', 3, false],
  ['the same items return the paid order', 1, true],
] as const)(
  'an open order that is paid while it is being expired is settled: %s',
  async (_, term_length, paid_before) => {
    const { user, cookie, product, order, session } = await counter.newCardOrder()
    // A session that expires soon is replaced even for the same items.
    await counter.db
      .updateTable('orders')
      .set({ expires_at: sql`now() + interval '10 minutes'` })
      .where('id', '=', order)
      .execute()
    await counter.switches({ stripe: { webhooks: { lost: true } } })
    const front = await startRefusing(null)
    onTestFinished(() => void front.stop())
    front.target = counter.sandboxUrl
    front.before = async (call) => {
      if (call.endsWith(`/${session}/expire`)) await counter.session(session, 'confirm')
    }
    playCards(
      stripeProvider({
        secretKey: counter.sandboxSecrets!.stripeKey,
        publishableKey: 'pk_test_sandbox',
        webhookSecret: counter.sandboxSecrets!.stripeWebhookSecret,
        apiBase: front.url,
      }),
    )
    const answer = await counter.buyByCard(cookie, [{ id: product, term_length }], false)
    expect(answer).toMatchObject({ status: 201, body: { paid_before } })
    expect(answer.body.order_id === order).toBe(paid_before)
    expect(await counter.statusOf(order)).toBe('finished')
    expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
  },
)

test('if the provider refuses to expire the open order, no further session is created', async () => {
  const { cookie, product, order } = await counter.newCardOrder()
  playCards({
    expireSession: async () => {
      throw new ProviderRefused('A payment is under way')
    },
  })
  const press = (term_length: 1 | 3) =>
    counter.buyByCard(cookie, [{ id: product, term_length }], false)
  expect(await press(3)).toMatchObject({ status: 409, code: 'payment_in_progress' })
  expect(await counter.statusOf(order)).toBe('waiting')
  expect((await press(1)).body.order_id).toBe(order)
})

test('a single-use code moves to the order that replaces one whose session is still being created', async () => {
  const { cookie } = await counter.customer()
  const id = await counter.addProduct()
  await counter.addCode(id, 'ONLYONE', { max_uses: 1 })
  const held = Promise.withResolvers<void>()
  let asked = 0
  const real = playCards({
    createSession: async (order) => {
      asked += 1
      if (asked === 1) await held.promise
      return real.createSession(order)
    },
  })
  const item = { id, discount: 'ONLYONE' }
  const first = counter.buyByCard(cookie, [{ ...item, term_length: 1 }], false)
  await expect.poll(() => asked).toBe(1)
  const second = await counter.buyByCard(cookie, [{ ...item, term_length: 3 }], false)
  expect(second.status).toBe(201)
  held.resolve()
  expect(await first).toMatchObject({ status: 409, code: 'order_replaced' })
  expect(await counter.usesOf('ONLYONE')).toBe(1)
})

test('concurrent requests for a free order place it once', async () => {
  const { user, cookie } = await counter.customer()
  const id = await counter.addProduct()
  await counter.addCode(id, 'FREE', { amount: 100 })
  const items = [{ id, term_length: 1 as const, discount: 'FREE' }]
  const answers = await Promise.all([1, 2, 3].map(() => counter.buyByCard(cookie, items, false)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.order_id)).size).toBe(1)
  expect(answers.filter(({ body }) => body.paid_before)).toHaveLength(2)
  expect(await counter.usesOf('FREE')).toBe(1)
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
  // Buys again on purpose.
  expect((await counter.buyByCard(cookie, items, true)).body.paid_before).toBe(false)
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'purchase 30'])
})

test('a card request learns that another request’s session has paid the order', async () => {
  const { user, cookie } = await counter.customer()
  const id = await counter.addProduct()
  const items = [{ id, term_length: 1 as const }]
  const held = Promise.withResolvers<void>()
  let asked = 0
  const real = playCards({
    createSession: async (order) => {
      asked += 1
      if (asked === 1) await held.promise
      return real.createSession(order)
    },
  })
  const first = counter.buyByCard(cookie, items, false)
  await expect.poll(() => asked).toBe(1)
  const second = await counter.buyByCard(cookie, items, false)
  await counter.session(second.body.session_id, 'confirm')
  await counter.work()
  held.resolve()
  const { order_id, session_id } = second.body
  expect(await first).toMatchObject({
    status: 201,
    body: { order_id, session_id, clientSecret: null, paid_before: true },
  })
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test('a customer whose card orders end while a session is created gets no session', async () => {
  const { user, cookie } = await counter.customer()
  const id = await counter.addProduct()
  const { real, asked, open } = holdSession()
  const press = counter.buyByCard(cookie, [{ id, term_length: 1 }])
  await asked
  await endCardOrder(counter.db, real, user.id)
  open()
  expect(await press).toMatchObject({ status: 409, code: 'order_replaced' })
})

test('an order whose session the provider does not know is replaced', async () => {
  const { cookie, product, order } = await counter.newCardOrder()
  await counter.db
    .updateTable('payments')
    .set({ provider_id: 'cs_test_forgotten' })
    .where('order_id', '=', order)
    .execute()
  const params = { session_id: 'cs_test_forgotten' }
  const asked = await counter.call(payments.checkoutSession, { params }, { cookie })
  expect(asked.body.payment_status).toBe('waiting')
  const { status, body } = await counter.buyByCard(cookie, [{ id: product, term_length: 1 }])
  expect(status).toBe(201)
  expect(body.order_id).not.toBe(order)
  expect(await counter.statusOf(order)).toBe('expired')
})

test('a refused card order leaves the open one unchanged', async () => {
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

test('concurrent card requests for the same items get the same order and session', async () => {
  const { user, cookie } = await counter.customer()
  const id = await counter.addProduct()
  const items = [{ id, term_length: 1 as const }]
  const press = () => counter.buyByCard(cookie, items, false)
  const answers = await Promise.all(Array.from({ length: 6 }, press))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
  const [first] = answers
  for (const { body } of answers) expect(body).toEqual(first!.body)
  await counter.session(first!.body.session_id, 'confirm')
  await counter.work()
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test('of concurrent card requests for different items, only one order can be paid', async () => {
  const { user, cookie } = await counter.customer()
  const products = await Promise.all(Array.from({ length: 4 }, () => counter.addProduct()))
  const answers = await Promise.all(
    products.map((id) => counter.buyByCard(cookie, [{ id, term_length: 1 }], false)),
  )
  const given = answers.filter(({ status }) => status === 201)
  for (const { code } of answers.filter((answer) => !given.includes(answer)))
    expect(code).toBe('order_replaced')
  // Submits every form that was returned. The provider takes one payment.
  await Promise.all(
    given.map(({ body }) => counter.session(body.session_id, 'confirm').catch(() => null)),
  )
  await counter.work()
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
  const open = counter.db.selectFrom('orders').select('id').where('user_id', '=', user.id)
  expect(await open.where('payment_status', '=', 'waiting').execute()).toEqual([])
})

test('a card request is refused if a concurrent request’s order is paid', async () => {
  const { user, cookie, order, session } = await counter.newCardOrder()
  const other = await counter.addProduct()
  const setStatus = (payment_status: 'failed' | 'waiting', db: Database = counter.db) =>
    db.updateTable('orders').set({ payment_status }).where('id', '=', order).execute()
  // The request finds no open order and waits to place its own.
  await setStatus('failed')
  const { waiting } = await transaction(counter.db, async (tx) => {
    await setStatus('waiting', tx)
    const waiting = counter.buyByCard(cookie, [{ id: other, term_length: 1 }])
    await expect.poll(() => countLockWaits(counter.db)).toBe(1)
    await counter.switches({ stripe: { webhooks: { lost: true } } })
    await counter.session(session, 'confirm')
    return { waiting }
  })
  expect(await waiting).toMatchObject({ status: 409, code: 'paid_meanwhile' })
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
  const mine = counter.db.selectFrom('orders').select('payment_status')
  expect(await mine.where('user_id', '=', user.id).execute()).toEqual([
    { payment_status: 'finished' },
  ])
})

test('while the provider is unreachable, an open order is kept and no further one is placed', async () => {
  const { cookie, order } = await counter.newCardOrder()
  const other = await counter.addProduct()
  const press = () => counter.buyByCard(cookie, [{ id: other, term_length: 1 }])
  await counter.switches({ stripe: { api: 'error' } })
  expect((await press()).code).toBe('provider_unreachable')
  expect(await counter.statusOf(order)).toBe('waiting')
  await counter.reset()
  expect((await press()).status).toBe(201)
  expect(await counter.statusOf(order)).toBe('expired')
})

test('if the provider is unreachable, all concurrent card requests are refused', async () => {
  const { cookie } = await counter.customer()
  const id = await counter.addProduct()
  await counter.switches({ stripe: { api: 'error' } })
  const press = () => counter.buyByCard(cookie, [{ id, term_length: 1 }], false)
  const answers = await Promise.all([press(), press(), press()])
  for (const { code } of answers) expect(code).toBe('provider_unreachable')
  await counter.reset()
  expect((await press()).status).toBe(201)
})

test('a repeated request shortly after payment returns the paid order', async () => {
  const { cookie, product, order, session } = await counter.newCardOrder()
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  await counter.session(session, 'confirm')
  const press = (term_length: 1 | 3, again = false) =>
    counter.buyByCard(cookie, [{ id: product, term_length }], again)
  for (const { body } of [await press(1), await press(1)])
    expect(body).toMatchObject({
      order_id: order,
      session_id: session,
      clientSecret: null,
      paid_before: true,
    })
  // Different terms are another purchase. So are the same items when the customer asks for them
  // again, or later.
  expect((await press(3)).body).toMatchObject({ paid_before: false })
  expect((await press(1, true)).body).toMatchObject({ paid_before: false })
  await counter.db
    .updateTable('orders')
    .set({ paid_at: new Date(Date.now() - 11 * 60_000) })
    .where('id', '=', order)
    .execute()
  expect((await press(1)).body).toMatchObject({ paid_before: false })
})
