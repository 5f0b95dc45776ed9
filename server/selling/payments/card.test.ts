import { afterEach, expect, test } from 'vitest'
import { cards } from '#contract/selling/cards.ts'
import { orders } from '#contract/selling/orders.ts'
import { payments } from '#contract/selling/payments.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { sendReceipt } from '#server/selling/orders/receipt.ts'
import { openCounter } from './testing/counter.ts'

const counter = await fileFixture(openCounter())

afterEach(() => counter.reset())

function askReturnPage(session_id: string, cookie: string) {
  return counter.call(payments.checkoutSession, { params: { session_id } }, { cookie })
}

test('a card is stored only if the customer turns on renewal', async () => {
  const customer = await counter.customer()
  const item = { id: await counter.addProduct(), term_length: 1 } as const
  const kept = async () => (await counter.call(cards.list, {}, customer)).body
  for (const renew of [false, true]) {
    const { body } = await counter.buyByCard(customer.cookie, [{ ...item, renew }])
    await counter.session(body.session_id, 'confirm')
    await counter.work()
    expect(await kept()).toHaveLength(renew ? 1 : 0)
  }
})

test('a card payment grants its time once its webhook is processed', async () => {
  const { user, cookie, order, session, body } = await counter.newCardOrder(3)
  expect(body.clientSecret).toMatch(/^cs_test_.*_secret_/)
  expect(await counter.statusOf(order)).toBe('waiting')
  await counter.session(session, 'confirm')
  await counter.work()
  expect(await counter.statusOf(order)).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 90'])
  const mine = await counter.call(orders.get, { params: { id: order } }, { cookie })
  expect(mine.body).toMatchObject({ type: 'card', autorenew: true, total_price: 53.97 })
})

test('twenty concurrent copies of a webhook grant the time once', async () => {
  const { user, order, session } = await counter.newCardOrder()
  await counter.switches({ stripe: { webhooks: { copies: 20 } } })
  await counter.session(session, 'confirm')
  await Promise.all([counter.work(), counter.work(), counter.work()])
  expect(await counter.statusOf(order)).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test('if the webhook is lost, the return page settles the payment', async () => {
  const { user, cookie, order, session } = await counter.newCardOrder()
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  expect((await askReturnPage(session, cookie)).body.payment_status).toBe('waiting')
  await counter.session(session, 'confirm')
  const answers = await Promise.all(Array.from({ length: 5 }, () => askReturnPage(session, cookie)))
  for (const { body } of answers)
    expect(body).toEqual({ order_id: order, payment_status: 'finished', asked: true })
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test('while the store is closed, customers see an open payment but cannot start a new one', async () => {
  const { cookie, order, session } = await counter.newCardOrder()
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

test('while the provider is unreachable, the return page says that an open payment was not checked', async () => {
  const { cookie, session } = await counter.newCardOrder()
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
  // A settled payment is answered without calling the provider.
  await counter.switches({ stripe: { api: 'error' } })
  expect(await ask()).toEqual(['finished', true])
})

test('sessions of other customers and unknown sessions are not found', async () => {
  const { session } = await counter.newCardOrder()
  const stranger = await counter.customer()
  for (const id of [session, 'cs_test_unknown', crypto.randomUUID(), '%00', "' or 1=1"])
    expect((await askReturnPage(id, stranger.cookie)).status, id).toBe(404)
})

test('a delayed payment is confirming, then finished or failed', async () => {
  const paid = await counter.newCardOrder()
  const lost = await counter.newCardOrder()
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

test('webhooks in the wrong order lead to the same result', async () => {
  const { user, order, session } = await counter.newCardOrder()
  await counter.switches({ stripe: { webhooks: { reorder: true } } })
  await counter.session(session, 'confirm')
  await counter.session(session, 'refund')
  await counter.work()
  expect(await counter.statusOf(order)).toBe('refunded')
  // The first webhook already knew the refund, so the time was granted and revoked at once.
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'refund -30'])
})

test('a refund revokes the time, releases the discount code and stops the renewal', async () => {
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

test('a dispute freezes the time; winning it restores the time, and losing it does not', async () => {
  const won = await counter.newCardOrder()
  const lost = await counter.newCardOrder()
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

test('if the card provider is unreachable, the order fails and its discount code is released', async () => {
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

test('a total below the card minimum is refused before an order is created', async () => {
  const { cookie } = await counter.customer()
  const product = await counter.addProduct({ price_cents: 49 })
  const { status, detail } = await counter.buyByCard(cookie, [{ id: product, term_length: 1 }])
  expect([status, detail]).toEqual([422, 'The minimum amount for card payments is $0.50'])
  expect((await counter.call(orders.list, {}, { cookie })).body).toEqual([])
})

test('one receipt is emailed, with the items of the order', async () => {
  const { user, order, session } = await counter.newCardOrder(12)
  await counter.switches({ stripe: { webhooks: { copies: 5 } } })
  await counter.session(session, 'confirm')
  await counter.work()
  await sendReceipt(counter.db, counter.shop.config, order)
  await counter.work()
  const [mail, ...others] = await counter.mailsTo(user.email)
  expect(others).toEqual([])
  for (const words of ['12 months: $167.92', 'Total: $167.92', ' renews on ', order])
    expect(mail!.text).toContain(words)
})

test('if the key may not create sessions, the customer reads that the payment account needs attention', async () => {
  const { cookie } = await counter.customer()
  const id = await counter.addProduct()
  await counter.switches({ stripe: { missingPermissions: ['checkout_session_write'] } })
  const refused = await counter.buyByCard(cookie, [{ id, term_length: 1 }])
  expect(refused).toMatchObject({ status: 503, code: 'payment_account_broken' })
  await counter.reset()
  expect((await counter.buyByCard(cookie, [{ id, term_length: 1 }])).status).toBe(201)
})

test('if the key may not read a payment, the return page says that it was not checked', async () => {
  const { cookie, session } = await counter.newCardOrder()
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  await counter.session(session, 'confirm')
  await counter.switches({ stripe: { missingPermissions: ['charge_read'] } })
  const { body } = await counter.call(
    payments.checkoutSession,
    { params: { session_id: session } },
    { cookie },
  )
  expect(body).toMatchObject({ payment_status: 'waiting', asked: false })
})
