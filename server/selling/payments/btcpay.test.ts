import { createHmac } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { paymentCurrencies } from '#contract/selling/payment-currencies.ts'
import { payments } from '#contract/selling/payments.ts'
import { btcpayApi } from '#server/adapters/payments/btcpay-api.ts'
import { invoice } from '#server/adapters/payments/btcpay-responses.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { recheckPayments } from './reconcile.ts'
import { settleCrypto } from './settle-crypto.ts'
import { openCounter } from './testing/counter.ts'

const counter = await fileFixture(openCounter())
const { db, shop, sandboxUrl } = counter
const secrets = counter.sandboxSecrets!

afterEach(async () => {
  await counter.reset()
  await prefer('nowpayments')
})

const prefer = async (first_crypto: 'nowpayments' | 'btcpay') => {
  await db.updateTable('settings').set({ first_crypto }).execute()
  await expect.poll(() => shop.settings().first_crypto).toBe(first_crypto)
}

async function place(currency = 'btcln') {
  const { user, cookie } = await counter.customer()
  const item = { id: await counter.addProduct(), term_length: 1 as const }
  const { status, body } = await counter.buyByCrypto(cookie, [item], currency)
  expect(status).toBe(201)
  const { provider, provider_id } = await db
    .selectFrom('payments')
    .select(['provider', 'provider_id'])
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
  return { user, cookie, order: body.order_id, payment: body.id, body, provider, provider_id }
}

const codes = async () =>
  (await counter.call(paymentCurrencies.list, {})).body.map(({ code }) => code)

test('a Lightning payment is delivered once, even if the provider repeats and reorders its webhooks', async () => {
  const { user, order, payment, body, provider } = await place()
  expect(provider).toBe('btcpay')
  expect(body).toMatchObject({ pay_currency: 'btcln', network: 'lightning', amount: 19.99 })
  expect(body.pay_address).toMatch(/^lnbc/)
  await counter.switches({ btcpay: { webhooks: { copies: 10, reorder: true } } })
  await counter.coins(payment, 'confirm')
  await Promise.all([counter.work(), counter.work()])
  expect(await counter.statusOf(order)).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test('an order is delivered only after its coins are confirmed', async () => {
  const { user, order, payment, provider_id } = await place()
  await counter.coins(payment, 'confirm')
  const btcpay = shop.crypto.btcpay!
  // The server counts a second transfer less its fee, and then reports that a part is missing.
  const settle = (confirmed: boolean) => {
    const getPayment = async (id: string) =>
      ({ ...(await btcpay.getPayment(id)), status: 'partially_paid', confirmed }) as const
    return settleCrypto(db, { ...btcpay, getPayment }, provider_id)
  }
  await settle(false)
  expect(await counter.statusOf(order)).toBe('confirming')
  expect(await counter.ledger(user.id)).toEqual([])
  await settle(true)
  expect(await counter.statusOf(order)).toBe('finished')
})

test('a coin that both providers accept is listed once and uses the preferred provider', async () => {
  const listed = await codes()
  expect(new Set(listed).size).toBe(listed.length)
  expect(listed).toContain('btcln')
  expect((await place('btc')).provider).toBe('nowpayments')
  await prefer('btcpay')
  expect((await place('btc')).provider).toBe('btcpay')
  expect((await place('xrp')).provider).toBe('nowpayments')
})

test.each([
  ['a part, and then the rest', ['underpay', 'confirm'], ['partially_paid', 'finished']],
  ['a rest without its network fee', ['underpay', 'pay-rest'], ['partially_paid', 'finished']],
  [
    'a rest without its network fee that comes too late',
    ['underpay', 'expire', 'pay-rest'],
    ['partially_paid', 'partially_paid', 'finished'],
  ],
  ['the full amount without its network fee', ['almost'], ['finished']],
  ['too much', ['overpay'], ['finished']],
  ['seen, and confirmed later', ['delay', 'confirm'], ['confirming', 'finished']],
  ['not confirmed in time', ['delay', 'fail'], ['confirming', 'failed']],
  ['no payment', ['expire'], ['expired']],
  ['the full amount too late', ['expire', 'pay-late'], ['expired', 'finished']],
  [
    'a part in time and the rest too late',
    ['underpay', 'expire', 'pay-late'],
    ['partially_paid', 'partially_paid', 'finished'],
  ],
])('the order status follows its payment: %s', async (_what, actions, statuses) => {
  await prefer('btcpay')
  const { user, cookie, order, payment, body } = await place('ltc')
  const seen: string[] = []
  for (const action of actions) {
    await counter.coins(payment, action)
    await counter.work()
    seen.push(await counter.statusOf(order))
  }
  expect(seen).toEqual(statuses)
  const delivered = statuses.at(-1) === 'finished'
  expect(await counter.ledger(user.id)).toEqual(delivered ? ['purchase 30'] : [])
  const read = await counter.call(payments.get, { params: { id: payment! } }, { cookie })
  if (actions[0] === 'overpay') expect(read.body.actually_paid).toBeGreaterThan(body.pay_amount!)
  if (actions[0] === 'underpay') expect(read.body.pay_amount).toBe(body.pay_amount)
})

test('a payment whose webhook was lost is settled by a later query', async () => {
  const { order, payment } = await place()
  await counter.switches({ btcpay: { webhooks: { lost: true } } })
  await counter.coins(payment, 'confirm')
  await counter.work()
  expect(await counter.statusOf(order)).toBe('waiting')
  await db
    .updateTable('payments')
    .set({ checked_at: new Date(Date.now() - 60_000) })
    .where('id', '=', payment)
    .execute()
  await recheckPayments(shop)
  expect(await counter.statusOf(order)).toBe('finished')
})

test('while one crypto provider is unreachable, the other still accepts payments', async () => {
  await place('xrp')
  await counter.switches({ btcpay: { api: 'error' } })
  const { cookie } = await counter.customer()
  const item = { id: await counter.addProduct(), term_length: 1 as const }
  const refused = await counter.buyByCrypto(cookie, [item], 'btcln')
  expect(refused).toMatchObject({ status: 502, code: 'provider_unreachable' })
  expect((await place('btc')).provider).toBe('nowpayments')
})

const events = async () =>
  (await db.selectFrom('payment_events').select('event_id').execute()).length

const tell = (body: string, signature: string) =>
  counter.app.inject({
    method: 'POST',
    url: '/api/webhooks/btcpay',
    headers: { 'content-type': 'application/json', 'btcpay-sig': signature },
    payload: body,
  })

test.each(['', 'sha256=', `sha256=${'0'.repeat(64)}`, 'sha256=ü', '0'.repeat(64)])(
  'a webhook with a missing or wrong signature is refused: %s',
  async (signature) => {
    const before = await events()
    const answer = await tell('{"deliveryId":"a","type":"InvoiceSettled"}', signature)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().code).toBe('wrong_signature')
    expect(await events()).toBe(before)
  },
)

function tellSigned(event: object) {
  const body = JSON.stringify(event)
  const hmac = createHmac('sha256', secrets.btcpayWebhookSecret).update(body).digest('hex')
  return tell(body, `sha256=${hmac}`)
}

test.each([{ shopOrder: 5 }, { shopOrder: {} }, 'till 3', ['till', 3], 3])(
  'a webhook about an invoice of a point of sale with the metadata %j is acknowledged and ignored',
  async (metadata) => {
    const before = await events()
    const about = { type: 'InvoiceSettled', invoiceId: 'of-a-till', metadata }
    const answer = await tellSigned({ deliveryId: JSON.stringify(metadata), ...about })
    expect(answer.statusCode).toBe(200)
    expect(await events()).toBe(before)
  },
)

test('an event that is not about an invoice is acknowledged and ignored', async () => {
  const before = await events()
  expect((await tellSigned({ deliveryId: 'payout-1', type: 'PayoutCreated' })).statusCode).toBe(200)
  expect(await events()).toBe(before)
})

test.each(['0.01', '500.00'])(
  'an invoice of $%s from a point of sale that names an order does not pay for it',
  async (amount) => {
    const { user, order } = await place()
    const { ask, store } = btcpayApi({
      url: `${sandboxUrl}/btcpay`,
      apiKey: secrets.btcpayKey,
      storeId: secrets.btcpayStoreId,
    })
    const made = await ask('POST', `${store}/invoices`, invoice, {
      ...{ amount, currency: 'USD' },
      metadata: { orderId: order },
      checkout: { paymentMethods: ['BTC-LN'] },
    })
    await counter.control(`/btcpay/invoices/${made.id}/confirm?wait=true`)
    await counter.work()
    expect(await counter.statusOf(order)).toBe('waiting')
    expect(await counter.ledger(user.id)).toEqual([])
  },
)

test('a paid invoice that the shop created but did not store pays for its order', async () => {
  const { user, order, provider_id } = await place()
  await db.deleteFrom('payments').where('order_id', '=', order).execute()
  await counter.control(`/btcpay/invoices/${provider_id}/confirm?wait=true`)
  await counter.work()
  expect(await counter.statusOf(order)).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})
