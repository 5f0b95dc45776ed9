import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningSandbox } from '../main.ts'
import {
  control,
  startTestSandbox,
  startTestShop,
  type TestShop,
  testSecrets,
} from '../test-shop.ts'
import { sortKeys } from './ipn.ts'
import { creation, estimate, minimum, notification, read } from './published.ts'

let shop: TestShop
let sandbox: RunningSandbox

beforeAll(async () => {
  shop = await startTestShop()
  sandbox = await startTestSandbox(shop)
})
afterAll(async () => {
  await sandbox.stop()
  await shop.stop()
})

async function call(path: string, body?: object, key = testSecrets.nowpaymentsKey) {
  const response = await fetch(`${sandbox.url}/nowpayments/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

async function pay(overrides: object = {}) {
  const { body } = await call('payment', {
    price_amount: 24.99,
    price_currency: 'usd',
    pay_currency: 'btc',
    order_id: 'o-1',
    ipn_callback_url: `${shop.url}/ipn`,
    ...overrides,
  })
  return body
}

const act = (id: string, action: string) =>
  control(sandbox, `nowpayments/payments/${id}/${action}?wait=true`)

/** The received webhooks, after verifying their signatures as the shop must. */
function arrived() {
  return shop.received.splice(0).map(({ body, headers }) => {
    const ipn = JSON.parse(body)
    const signature = createHmac('sha512', testSecrets.nowpaymentsIpnSecret.trim())
      .update(JSON.stringify(sortKeys(ipn)))
      .digest('hex')
    expect(headers['x-nowpayments-sig']).toBe(signature)
    return ipn
  })
}

test('lists the same dozen currencies in each of its shapes', async () => {
  const { body: plain } = await call('currencies')
  const { body: coins } = await call('merchant/coins')
  const { body: full } = await call('full-currencies')
  expect(plain.currencies).toHaveLength(12)
  expect(coins.selectedCurrencies).toEqual(
    plain.currencies.map((code: string) => code.toUpperCase()),
  )
  expect(full.currencies.map(({ code }: { code: string }) => code.toLowerCase())).toEqual(
    plain.currencies,
  )
  const { status } = await call('currencies', undefined, 'wrong')
  expect(status).toBe(403)
  expect((await call('status', undefined, '')).body).toEqual({ message: 'OK' })
})

test('estimates, and refuses a payment below the minimum that it names', async () => {
  const { body: estimate } = await call('estimate?amount=100&currency_from=usd&currency_to=eth')
  expect(estimate.estimated_amount).toBeGreaterThan(0.03)
  expect(estimate.estimated_amount).toBeLessThan(0.035)
  const { body: minimum } = await call(
    'min-amount?currency_from=usdttrc20&currency_to=usdttrc20&fiat_equivalent=usd',
  )
  expect(minimum).toMatchObject({ min_amount: 8, fiat_equivalent: 8 })
  const refused = await call('payment', {
    price_amount: 7.99,
    price_currency: 'usd',
    pay_currency: 'usdttrc20',
  })
  expect(refused).toMatchObject({ status: 400, body: { code: 'AMOUNT_MINIMAL_ERROR' } })
  expect((await call('payment', { price_amount: '5' })).body.code).toBe('INVALID_REQUEST_PARAMS')
})

test('creates a payment with string ids and reads it with numbers', async () => {
  const created = await pay()
  expect(created).toMatchObject({
    payment_id: expect.stringMatching(/^\d{10}$/),
    payment_status: 'waiting',
    pay_address: expect.stringMatching(/^bc1q[a-z0-9]{38}$/),
    payin_extra_id: null,
    order_id: 'o-1',
    network: 'btc',
  })
  const { body: read } = await call(`payment/${created.payment_id}`)
  expect(read).toMatchObject({
    payment_id: Number(created.payment_id),
    actually_paid: 0,
    pay_amount: created.pay_amount,
  })
  expect((await call('payment/1')).status).toBe(404)
  expect((await pay({ pay_currency: 'xrp' })).payin_extra_id).toMatch(/^\d{9}$/)
})

test('tells each step of a payment by a webhook signed over nested, sorted keys', async () => {
  const { payment_id: id, pay_amount } = await pay()
  await act(id, 'confirm')
  const ipns = arrived()
  expect(ipns.map(({ payment_status }) => payment_status)).toEqual([
    'confirming',
    'confirmed',
    'sending',
    'finished',
  ])
  expect(ipns[3]).toMatchObject({
    payment_id: Number(id),
    actually_paid: pay_amount,
    fee: { currency: 'btc', withdrawalFee: 0 },
  })
  expect((await act(id, 'confirm')).status).toBe(409)
})

test('a short payment stays partial, and a second one of the same purchase completes it', async () => {
  const first = await pay()
  await act(first.payment_id, 'underpay')
  const partial = arrived().at(-1)
  expect(partial.payment_status).toBe('partially_paid')
  expect(partial.actually_paid).toBeLessThan(first.pay_amount)

  const second = await pay({ purchase_id: first.purchase_id, price_amount: 10 })
  expect(second).toMatchObject({ purchase_id: first.purchase_id, order_id: 'o-1' })
  await act(second.payment_id, 'confirm')
  expect(arrived().at(-1)).toMatchObject({
    payment_status: 'finished',
    purchase_id: first.purchase_id,
  })
})

test.each([
  ['overpay', ['overpay'], 'finished'],
  ['money after expiry', ['expire', 'pay-late'], 'finished'],
  ['coins that hang and then arrive', ['delay', 'confirm'], 'finished'],
  ['failure', ['fail'], 'failed'],
  ['refund', ['confirm', 'refund'], 'refunded'],
])('%s', async (_what, actions, status) => {
  const { payment_id: id, pay_amount } = await pay()
  for (const action of actions) expect((await act(id, action)).status).toBe(200)
  expect(arrived().at(-1).payment_status).toBe(status)
  const { body } = await call(`payment/${id}`)
  expect(body.payment_status).toBe(status)
  if (actions[0] === 'overpay') expect(body.actually_paid).toBeGreaterThan(pay_amount)
})

test.each([
  ['confirm'],
  ['underpay', 'confirm'],
  ['overpay'],
  ['delay', 'fail'],
  ['confirm', 'refund'],
  ['expire', 'pay-late'],
])('its answers and notifications after %s have the published fields', async (...actions) => {
  const created = creation.parse(await pay())
  for (const action of actions) await act(created.payment_id, action)
  for (const ipn of arrived()) {
    notification.parse(ipn)
    const { body } = await call(`payment/${ipn.payment_id}`)
    expect(read.parse(body).payment_id).toBe(ipn.payment_id)
  }
})

test('its estimate and its minimum have the published fields', async () => {
  estimate.parse((await call('estimate?amount=100&currency_from=usd&currency_to=eth')).body)
  const path = 'min-amount?currency_from=eth&currency_to=eth'
  expect(minimum.parse((await call(path)).body).fiat_equivalent).toBeUndefined()
  const { body } = await call(`${path}&fiat_equivalent=usd`)
  expect(minimum.parse(body).fiat_equivalent).toBeGreaterThan(0)
})
