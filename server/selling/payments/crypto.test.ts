import { afterEach, expect, test } from 'vitest'
import { orders } from '#contract/selling/orders.ts'
import { paymentCurrencies } from '#contract/selling/payment-currencies.ts'
import { payments } from '#contract/selling/payments.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { recheckPayments } from './reconcile.ts'
import { openCounter } from './testing/counter.ts'
import { passHour } from './testing/pass-hour.ts'

const counter = await fileFixture(openCounter())

afterEach(() => counter.reset())

test('a crypto order shows the address, the amount and the deadline', async () => {
  const { cookie, body } = await counter.newCryptoOrder('xrp')
  expect(body).toMatchObject({ payment_status: 'waiting', amount: 19.99, pay_currency: 'xrp' })
  expect(body.pay_amount).toBeGreaterThan(0)
  expect(body.payin_extra_id).toMatch(/^\d+$/)
  const left = new Date(body.expires_at!).getTime() - Date.now()
  expect(left).toBeGreaterThan(3_500_000)
  expect(left).toBeLessThanOrEqual(3_600_000)
  const again = await counter.call(payments.get, { params: { id: String(body.id) } }, { cookie })
  expect(again.body).toEqual(body)
  const mine = await counter.call(orders.list, {}, { cookie })
  expect(mine.body[0]).toMatchObject({ payment_id: body.id, pay_amount: body.pay_amount })
})

test('coins grant the time once, even if the provider repeats and reorders its webhooks', async () => {
  const { user, order, payment } = await counter.newCryptoOrder()
  await counter.switches({ nowpayments: { webhooks: { copies: 10, reorder: true } } })
  await counter.coins(payment, 'confirm')
  await Promise.all([counter.work(), counter.work()])
  expect(await counter.statusOf(order)).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test('one job processes all webhooks of a payment that arrive before it runs', async () => {
  const { order, payment } = await counter.newCryptoOrder()
  await counter.work()
  await counter.coins(payment, 'confirm')
  expect((await counter.queue()).rows).toMatchObject([
    { task_identifier: 'payments.work_nowpayments_event' },
  ])
  await counter.work()
  expect(await counter.statusOf(order)).toBe('finished')
  const { events, worked } = await counter.db
    .selectFrom('payment_events')
    .select((all) => [all.fn.countAll().as('events'), all.fn.count('worked_at').as('worked')])
    .where('topic', '=', (of) =>
      of.selectFrom('payments').select('provider_id').where('id', '=', payment),
    )
    .executeTakeFirstOrThrow()
  expect(events).toBe(4)
  expect(worked).toBe(4)
})

test('an underpaid order shows the paid part and waits for the rest', async () => {
  const { user, cookie, order, payment, body } = await counter.newCryptoOrder()
  await counter.coins(payment, 'underpay')
  await counter.work()
  expect(await counter.statusOf(order)).toBe('partially_paid')
  expect(await counter.ledger(user.id)).toEqual([])
  const seen = await counter.call(payments.get, { params: { id: String(payment) } }, { cookie })
  expect(seen.body.actually_paid).toBeCloseTo(body.pay_amount! * 0.6, 6)
  await passHour(counter.db, order)
  await recheckPayments(counter.shop)
  expect(await counter.statusOf(order)).toBe('partially_paid')
  await counter.coins(payment, 'confirm')
  await counter.work()
  expect(await counter.statusOf(order)).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test('an order that is short by less than one percent is finished', async () => {
  const { user, order, payment } = await counter.newCryptoOrder()
  await counter.coins(payment, 'almost')
  await counter.work()
  expect(await counter.statusOf(order)).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test('an order that is short by more than a dollar, or has no tolerance, is partially paid', async () => {
  const { cookie } = await counter.customer()
  const buy = async (price_cents: number) => {
    const id = await counter.addProduct({ price_cents })
    const { body } = await counter.buyByCrypto(cookie, [{ id, term_length: 1 }])
    await counter.coins(body.id, 'almost')
    await counter.work()
    return counter.statusOf(body.order_id)
  }
  expect(await buy(20_100)).toBe('partially_paid')
  const { db } = counter
  await db.updateTable('settings').set({ underpaid_percent: 0 }).execute()
  try {
    expect(await buy(1999)).toBe('partially_paid')
  } finally {
    await db.updateTable('settings').set({ underpaid_percent: 1 }).execute()
  }
})

test('an overpaid order is finished, and its paid amount is stored', async () => {
  const { user, cookie, order, payment, body } = await counter.newCryptoOrder()
  await counter.coins(payment, 'overpay')
  await counter.work()
  expect(await counter.statusOf(order)).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
  const seen = await counter.call(payments.get, { params: { id: String(payment) } }, { cookie })
  expect(seen.body.actually_paid).toBeGreaterThan(body.pay_amount!)
})

test('the missing part can arrive as a separate payment', async () => {
  const { user, order, payment } = await counter.newCryptoOrder()
  await counter.coins(payment, 'underpay')
  await counter.work()
  // NOWPayments handles a second transfer to the same address this way.
  const second = await counter.shop.crypto.nowpayments!.createPayment({
    orderId: order,
    amountCents: 800,
    currency: 'btc',
    description: 'Game',
    expiresAt: new Date(Date.now() + 3_600_000),
  })
  const { sandboxUrl } = counter
  const pay = () =>
    fetch(`${sandboxUrl}/control/nowpayments/payments/${second.id}/confirm?wait=true`, {
      method: 'POST',
    })
  expect((await pay()).status).toBe(200)
  await counter.work()
  expect(await counter.statusOf(order)).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test('a small separate payment does not buy the whole order', async () => {
  const { user, order } = await counter.newCryptoOrder()
  const small = await counter.shop.crypto.nowpayments!.createPayment({
    orderId: order,
    amountCents: 800,
    currency: 'btc',
    description: 'Game',
    expiresAt: new Date(Date.now() + 3_600_000),
  })
  await fetch(`${counter.sandboxUrl}/control/nowpayments/payments/${small.id}/confirm?wait=true`, {
    method: 'POST',
  })
  await counter.work()
  expect(await counter.statusOf(order)).toBe('partially_paid')
  expect(await counter.ledger(user.id)).toEqual([])
})

test('if the crypto provider is unreachable, the order fails and its discount code is released', async () => {
  const { cookie } = await counter.customer()
  const product = await counter.addProduct()
  await counter.addCode(product, 'SILENT', { max_uses: 1 })
  await counter.switches({ nowpayments: { api: 'error' } })
  const { status } = await counter.buyByCrypto(cookie, [
    { id: product, term_length: 1, discount: 'SILENT' },
  ])
  expect(status).toBe(502)
  expect(await counter.usesOf('SILENT')).toBe(0)
})

test('an amount below the minimum and an unknown currency are refused', async () => {
  const { cookie } = await counter.customer()
  const cheap = await counter.addProduct({ price_cents: 99 })
  const refusal = async (currency: string) => {
    const answer = await counter.buyByCrypto(cookie, [{ id: cheap, term_length: 1 }], currency)
    return [answer.status, answer.detail]
  }
  expect(await refusal('btc')).toEqual([422, 'The amount is below the minimum for BTC: $3.00'])
  expect(await refusal('nocoin')).toEqual([422, sentence('unknown_currency')])
  expect((await refusal('b t c'))[0]).toBe(422)
  expect((await counter.call(orders.list, {}, { cookie })).body).toEqual([])
})

test('currencies are listed with their names, and amounts in them can be estimated', async () => {
  const { body } = await counter.call(paymentCurrencies.list, {})
  expect(body[0]).toEqual({ code: 'btc', symbol: 'BTC', name: 'Bitcoin' })
  expect(body).toContainEqual({ code: 'usdttrc20', symbol: 'USDT', name: 'Tether USD (Tron)' })
  const query = { amount: '19.99', currency: 'btc' }
  const estimate = await counter.call(paymentCurrencies.estimate, { query })
  expect(estimate.response.headers['content-type']).toContain('text/plain')
  expect(Number(estimate.response.body)).toBeGreaterThan(0)
  for (const { code } of body) {
    const { response } = await counter.call(paymentCurrencies.estimate, {
      query: { ...query, currency: code },
    })
    expect(response.body).toBe(String(Number(response.body)))
  }
  const cent = await counter.call(paymentCurrencies.estimate, {
    query: { ...query, amount: '0.01' },
  })
  expect(cent.response.body).toMatch(/^0\.0000\d+$/)
  for (const amount of ['-1', '0', '0.00', '1e9', 'NaN', '1.999', ''])
    expect(
      (await counter.call(paymentCurrencies.estimate, { query: { ...query, amount } })).status,
    ).toBe(422)
})
