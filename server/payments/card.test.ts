import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { type Database, transaction } from '#server/kernel/database.ts'
import { waitForLock } from '#server/kernel/named-lock.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { sendReceipt } from '#server/orders/receipt.ts'
import { openCounter } from './testing/counter.ts'

const counter = await fileFixture(openCounter())

afterEach(() => counter.reset())

async function placeOrder(term_length: 1 | 3 | 6 | 12 = 1) {
  const { user, cookie } = await counter.customer()
  const product = await counter.addProduct()
  const { status, body } = await counter.buyByCard(cookie, [{ id: product, term_length }])
  expect(status).toBe(201)
  return { user, cookie, product, order: body.order_id, session: body.session_id, body }
}

function askReturnPage(session_id: string, cookie: string) {
  return counter.call(payments.checkoutSession, { params: { session_id } }, { cookie })
}

test('a card payment grants its time once the webhook was worked', async () => {
  const { user, cookie, order, session, body } = await placeOrder(3)
  expect(body.clientSecret).toMatch(/^cs_test_.*_secret_/)
  expect(await counter.statusOf(order)).toBe('waiting')
  await counter.session(session, 'confirm')
  await counter.work()
  expect(await counter.statusOf(order)).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 90'])
  const mine = await counter.call(orders.get, { params: { id: order } }, { cookie })
  expect(mine.body).toMatchObject({ type: 'card', autorenew: true, total_price: 53.97 })
})

test('the same webhook twenty times at once grants time once', async () => {
  const { user, order, session } = await placeOrder()
  await counter.switches({ stripe: { webhooks: { copies: 20 } } })
  await counter.session(session, 'confirm')
  await Promise.all([counter.work(), counter.work(), counter.work()])
  expect(await counter.statusOf(order)).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test('a lost webhook is made up for by the return page', async () => {
  const { user, cookie, order, session } = await placeOrder()
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  expect((await askReturnPage(session, cookie)).body.payment_status).toBe('waiting')
  await counter.session(session, 'confirm')
  const answers = await Promise.all(Array.from({ length: 5 }, () => askReturnPage(session, cookie)))
  for (const { body } of answers)
    expect(body).toEqual({ order_id: order, payment_status: 'finished', asked: true })
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test('a payment under way is told while the store is closed, and no new one begins', async () => {
  const { cookie, order, session } = await placeOrder()
  const close = (maintenance_mode: boolean) =>
    counter.db.updateTable('settings').set({ maintenance_mode }).execute()
  const begin = async () => (await counter.buyByCard(cookie, [])).status
  await close(true)
  try {
    await expect.poll(begin).toBe(503)
    expect((await askReturnPage(session, cookie)).body.payment_status).toBe('waiting')
    const mine = await counter.call(orders.get, { params: { id: order } }, { cookie })
    expect(mine.status).toBe(200)
  } finally {
    await close(false)
    await expect.poll(begin).toBe(422)
  }
})

test('while the provider is down, what may be paid is said to be not asked about', async () => {
  const { cookie, session } = await placeOrder()
  const ask = async () => {
    const { status, body } = await askReturnPage(session, cookie)
    expect(status).toBe(200)
    return [body.payment_status, body.asked]
  }
  expect(await ask()).toEqual(['waiting', true])
  await counter.switches({ stripe: { api: 'error', webhooks: { lost: true } } })
  await counter.session(session, 'confirm')
  expect(await ask()).toEqual(['waiting', false])
  await counter.switches({ stripe: { api: 'ok' } })
  expect(await ask()).toEqual(['finished', true])
  // What is settled is known without asking.
  await counter.switches({ stripe: { api: 'error' } })
  expect(await ask()).toEqual(['finished', true])
})

test('sessions of others and unknown ones are not found', async () => {
  const { session } = await placeOrder()
  const stranger = await counter.customer()
  for (const id of [session, 'cs_test_unknown', crypto.randomUUID(), '%00', "' or 1=1"])
    expect((await askReturnPage(id, stranger.cookie)).status, id).toBe(404)
})

test('money that takes its time is confirming, then paid or failed', async () => {
  const paid = await placeOrder()
  const lost = await placeOrder()
  for (const { session } of [paid, lost]) await counter.session(session, 'delay')
  await counter.work()
  expect(await counter.statusOf(paid.order)).toBe('confirming')
  expect(await counter.ledger(paid.user.id)).toEqual([])
  await counter.session(paid.session, 'settle')
  await counter.session(lost.session, 'fail')
  await counter.work()
  expect(await counter.statusOf(paid.order)).toBe('finished')
  expect(await counter.statusOf(lost.order)).toBe('failed')
  expect(await counter.ledger(lost.user.id)).toEqual([])
})

test('webhooks in the wrong order come to the same end', async () => {
  const { user, order, session } = await placeOrder()
  await counter.switches({ stripe: { webhooks: { reorder: true } } })
  await counter.session(session, 'confirm')
  await counter.session(session, 'refund')
  await counter.work()
  expect(await counter.statusOf(order)).toBe('refunded')
  // The refund was known when the first webhook was worked: the time went as it came.
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'refund -30'])
})

test('a refund takes the time and gives the code back, and the renewal ends', async () => {
  const { user, cookie } = await counter.customer()
  const product = await counter.addProduct()
  await counter.addCode(product, 'REFUND', { max_uses: 1 })
  const { body } = await counter.buyByCard(cookie, [
    { id: product, term_length: 1, discount: 'REFUND' },
  ])
  await counter.session(body.session_id, 'confirm')
  await counter.work()
  expect(await counter.usesOf('REFUND')).toBe(1)
  await counter.session(body.session_id, 'refund')
  await counter.work()
  expect(await counter.statusOf(body.order_id)).toBe('refunded')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'refund -30'])
  expect(await counter.usesOf('REFUND')).toBe(0)
  await counter.work()
  const mine = await counter.call(orders.get, { params: { id: body.order_id } }, { cookie })
  expect(mine.body.autorenew).toBe(false)
})

test('a dispute keeps the time until it is won, and the bank’s no takes it', async () => {
  const won = await placeOrder()
  const lost = await placeOrder()
  for (const { session } of [won, lost]) {
    await counter.session(session, 'confirm')
    await counter.work()
    await counter.session(session, 'dispute')
  }
  await counter.work()
  expect(await counter.statusOf(won.order)).toBe('disputed')
  expect(await counter.ledger(won.user.id)).toEqual(['purchase 30', 'freeze -30'])
  await counter.session(won.session, 'dispute-won')
  await counter.session(lost.session, 'dispute-lost')
  await counter.work()
  expect(await counter.statusOf(won.order)).toBe('finished')
  expect(await counter.ledger(won.user.id)).toEqual(['purchase 30', 'freeze -30', 'unfreeze 30'])
  expect(await counter.statusOf(lost.order)).toBe('disputed')
  expect(await counter.ledger(lost.user.id)).toEqual(['purchase 30', 'freeze -30'])
})

test('a provider that is down fails the order and gives its code back', async () => {
  const { cookie } = await counter.customer()
  const product = await counter.addProduct()
  await counter.addCode(product, 'DOWN', { max_uses: 1 })
  await counter.switches({ stripe: { api: 'error' } })
  const { status, code } = await counter.buyByCard(cookie, [
    { id: product, term_length: 1, discount: 'DOWN' },
  ])
  expect([status, code]).toEqual([502, 'provider_unreachable'])
  expect(await counter.usesOf('DOWN')).toBe(0)
  const mine = await counter.call(orders.list, {}, { cookie })
  expect(mine.body).toEqual([])
})

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
  expect(stranger.body.items[0]?.discount_problem).toBe(sentence('code_used_up'))
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
  const { user, cookie, product, order, session } = await placeOrder()
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  await counter.session(session, 'confirm')
  const next = await counter.buyByCard(cookie, [{ id: product, term_length: 1 }])
  expect(next.body.order_id).not.toBe(order)
  expect(await counter.statusOf(order)).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test('too little for a card is refused before anything is ordered', async () => {
  const { cookie } = await counter.customer()
  const product = await counter.addProduct({ price_cents: 49 })
  const { status, detail } = await counter.buyByCard(cookie, [{ id: product, term_length: 1 }])
  expect([status, detail]).toEqual([422, 'The smallest amount that can be paid by card is $0.50'])
  expect((await counter.call(orders.list, {}, { cookie })).body).toEqual([])
})

test('a receipt is mailed once, with what was bought', async () => {
  const { user, order, session } = await placeOrder(12)
  await counter.switches({ stripe: { webhooks: { copies: 5 } } })
  await counter.session(session, 'confirm')
  await counter.work()
  await sendReceipt(counter.db, counter.shop.config, order)
  await counter.work()
  const [mail, ...others] = await counter.mailsTo(user.email)
  expect(others).toEqual([])
  for (const words of ['12 months: $167.92', 'Total: $167.92', 'It renews on', order])
    expect(mail!.text).toContain(words)
})

test('a session that the provider has forgotten is replaced by another', async () => {
  const { cookie, product, order } = await placeOrder()
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

test('of presses at the same moment all have one order and one session', async () => {
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

test('of presses for different items at the same moment one order can be paid', async () => {
  const { user, cookie } = await counter.customer()
  const products = await Promise.all(Array.from({ length: 4 }, () => counter.addProduct()))
  const answers = await Promise.all(
    products.map((id) => counter.buyByCard(cookie, [{ id, term_length: 1 }], false)),
  )
  const given = answers.filter(({ status }) => status === 201)
  for (const { code } of answers.filter((answer) => !given.includes(answer)))
    expect(code).toBe('order_replaced')
  // Whichever forms were handed out are pressed, and the provider takes one payment.
  await Promise.all(
    given.map(({ body }) => counter.session(body.session_id, 'confirm').catch(() => null)),
  )
  await counter.work()
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
  const open = counter.db.selectFrom('orders').select('id').where('user_id', '=', user.id)
  expect(await open.where('payment_status', '=', 'waiting').execute()).toEqual([])
})

test('a press whose former order is paid while it waits opens nothing to pay', async () => {
  const { user, cookie } = await counter.customer()
  const [first, other] = [await counter.addProduct(), await counter.addProduct()]
  const press = (id: number) => counter.buyByCard(cookie, [{ id, term_length: 1 }])
  const real = counter.shop.card!
  const [asked, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  counter.shop.card = Object.assign(Object.create(real), {
    createSession: async (order: Parameters<typeof real.createSession>[0]) => {
      asked.resolve()
      await opened.promise
      return real.createSession(order)
    },
  })
  try {
    const former = press(first)
    await asked.promise
    // The later press sees nothing that is open, and waits for its turn until the former is paid.
    const later = await transaction(counter.db, async (tx) => {
      await waitForLock(tx, `card order of ${user.id}`)
      const waiting = press(other)
      await expect.poll(() => waitsForLock(tx)).toBe(true)
      opened.resolve()
      const { body } = await former
      await counter.switches({ stripe: { webhooks: { lost: true } } })
      await counter.session(body.session_id, 'confirm')
      return { waiting }
    })
    const { status, code } = await later.waiting
    expect([status, code]).toEqual([409, 'paid_meanwhile'])
    expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
    const mine = counter.db
      .selectFrom('orders')
      .select('payment_status')
      .where('user_id', '=', user.id)
    expect((await mine.orderBy('created_at').execute()).map((each) => each.payment_status)).toEqual(
      ['finished', 'failed'],
    )
  } finally {
    counter.shop.card = real
  }
})

async function waitsForLock(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks join pg_database on pg_database.oid = database
     where datname = current_database() and locktype = 'advisory' and not granted`.execute(db)
  return rows.length > 0
}

test('a press beside an open order that cannot be closed now opens nothing to pay', async () => {
  const { cookie, order } = await placeOrder()
  const other = await counter.addProduct()
  const press = () => counter.buyByCard(cookie, [{ id: other, term_length: 1 }])
  await counter.switches({ stripe: { api: 'error' } })
  expect((await press()).code).toBe('provider_unreachable')
  expect(await counter.statusOf(order)).toBe('waiting')
  await counter.reset()
  expect((await press()).status).toBe(201)
  expect(await counter.statusOf(order)).toBe('expired')
})

test('presses at the same moment whose session cannot be opened are all told so', async () => {
  const { cookie } = await counter.customer()
  const id = await counter.addProduct()
  await counter.switches({ stripe: { api: 'error' } })
  const press = () => counter.buyByCard(cookie, [{ id, term_length: 1 }], false)
  const answers = await Promise.all([press(), press(), press()])
  for (const { code } of answers) expect(code).toBe('provider_unreachable')
  await counter.reset()
  expect((await press()).status).toBe(201)
})

test('what was paid a moment ago is answered in place of a second order', async () => {
  const { cookie, product, order, session } = await placeOrder()
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
  // Other terms are another purchase, and so is the same when it is meant, or later.
  expect((await press(3)).body).toMatchObject({ paid_before: false })
  expect((await press(1, true)).body).toMatchObject({ paid_before: false })
  await counter.db
    .updateTable('orders')
    .set({ paid_at: new Date(Date.now() - 11 * 60_000) })
    .where('id', '=', order)
    .execute()
  expect((await press(1)).body).toMatchObject({ paid_before: false })
})
