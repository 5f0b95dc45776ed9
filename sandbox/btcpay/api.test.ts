import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { btcpayProvider } from '#server/adapters/payments/btcpay.ts'
import * as answers from '#server/adapters/payments/btcpay-responses.ts'
import type { RunningSandbox } from '../main.ts'
import {
  control,
  startTestSandbox,
  startTestShop,
  type TestShop,
  testSecrets,
} from '../test-shop.ts'
import * as published from './published.ts'

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

const store = `stores/${testSecrets.btcpayStoreId}`

async function call(path: string, body?: object) {
  const response = await fetch(`${sandbox.url}/btcpay/api/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `token ${testSecrets.btcpayKey}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

async function invoiceOver(amount: string, method = 'BTC-CHAIN') {
  const asked = { amount, currency: 'USD', checkout: { paymentMethods: [method] } }
  return published.invoice.parse((await call(`${store}/invoices`, asked)).body)
}

const act = (id: string, action: string) => control(sandbox, `btcpay/invoices/${id}/${action}`)

/** Every property of a schema, with its path. */
function fieldsOf(schema: z.ZodType): string[] {
  const walk = (at: string, part: z.core.JSONSchema._JSONSchema): string[] => {
    if (typeof part !== 'object') return []
    const options = [...(part.anyOf ?? []), ...(part.oneOf ?? [])]
    return [
      ...Object.entries(part.properties ?? {}).flatMap(([name, inner]) => [
        `${at}.${name}`,
        ...walk(`${at}.${name}`, inner),
      ]),
      ...(part.items && !Array.isArray(part.items) ? walk(at, part.items) : []),
      ...options.flatMap((option) => walk(at, option)),
    ]
  }
  return walk('', z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
}

/** Written by the shop itself, or, for a payout, by the wallet that pays it. */
const notPublished = ['.metadata.shopOrder', '.paymentProof.transactionId']

test.each([
  ['an invoice', answers.invoice, published.invoice],
  ['its payment methods', answers.paymentMethods, published.invoicePaymentMethod],
  ['the payment methods of the store', answers.storePaymentMethods, published.storePaymentMethod],
  ['rates', answers.rates, published.rate],
  ['an API key', answers.apiKey, published.apiKey],
  ['payout processors', answers.payoutProcessors, published.payoutProcessor],
  ['a pull payment', answers.pullPayment, published.pullPayment],
  ['payouts', answers.claims, published.payout],
  ['webhooks', answers.webhooks, published.webhook],
  ['a new webhook', answers.newWebhook, published.newWebhook],
  ['an event', answers.event, published.invoiceEvent],
])('the shop reads only published fields of %s', (_what, read, of) => {
  const fields = fieldsOf(read)
  expect(fields).not.toEqual([])
  const known = [...fieldsOf(of), ...notPublished]
  expect(fields.filter((field) => !known.includes(field))).toEqual([])
})

test.each([
  [[]],
  [['confirm']],
  [['underpay', 'confirm']],
  [['underpay', 'pay-rest']],
  [['overpay']],
  [['confirm', 'pay-more']],
  [['delay', 'fail']],
  [['underpay', 'expire', 'pay-late']],
])('the answers about an invoice after %j have the published fields', async (actions) => {
  const { id } = await invoiceOver('24.99')
  for (const action of actions) expect((await act(id, action)).status).toBe(200)
  const read = published.invoice.parse((await call(`${store}/invoices/${id}`)).body)
  expect(read.checkout).toMatchObject({ paymentMethods: ['BTC-CHAIN'], expirationMinutes: 15 })
  const { body } = await call(`${store}/invoices/${id}/payment-methods`)
  expect(z.array(published.invoicePaymentMethod).parse(body)).toHaveLength(1)
})

test('the answers about the store have the published fields', async () => {
  const list = async (path: string, schema: z.ZodType) =>
    expect(z.array(schema).parse((await call(`${store}/${path}`)).body)).not.toEqual([])
  await list('payment-methods', published.storePaymentMethod)
  await list('rates?currencyPair=BTC_USD', published.rate)
  await list('rates?currencyPair=NONE_USD', published.rate)
  await list('payout-processors', published.payoutProcessor)
  published.apiKey.parse((await call('api-keys/current')).body)
  const created = await call(`${store}/webhooks`, { url: `${shop.url}/told`, enabled: false })
  published.newWebhook.parse(created.body)
  await list('webhooks', published.webhook)
})

test('the answers about a payout have the published fields', async () => {
  const asked = { amount: '0.5', currency: 'BTC', payoutMethods: ['BTC-CHAIN'] }
  const { body } = await call(`${store}/pull-payments`, asked)
  const { id } = published.pullPayment.parse(body)
  const wanted = { destination: 'bc1q', amount: '0.5', payoutMethodId: 'BTC-CHAIN' }
  const claim = await call(`pull-payments/${id}/payouts`, wanted)
  expect(published.payout.parse(claim.body)).toMatchObject({ payoutAmount: null })
  await control(sandbox, `btcpay/payouts/${claim.body.id}/cancel`)
  const again = await call(`${store}/payouts`, { ...wanted, pullPaymentId: id, approved: true })
  await control(sandbox, `btcpay/payouts/${again.body.id}/pay`)
  const all = await call(`pull-payments/${id}/payouts?includeCancelled=true`)
  const claims = z.array(published.payout).parse(all.body)
  expect(claims.map(({ state }) => state).sort()).toEqual(['Cancelled', 'InProgress'])
})

test.each([
  ['invoices', { amount: '5', currency: 'USD', checkout: { expiryMinutes: 5 } }],
  ['pull-payments', { amount: '5', currency: 'BTC', payoutMethods: ['BTC-CHAIN'], auto: true }],
])('a request to %s with an unknown field is refused', async (path, asked) => {
  expect((await call(`${store}/${path}`, asked)).status).toBe(422)
})

const methodOf = async (id: string) =>
  published.invoicePaymentMethod.parse(
    (await call(`${store}/invoices/${id}/payment-methods`)).body[0],
  )

test('a further payment counts less its network fee', async () => {
  const { id } = await invoiceOver('100.00')
  const asked = await methodOf(id)
  expect(asked).toMatchObject({ due: asked.amount, paymentMethodFee: '0.00000000' })
  await act(id, 'underpay')
  const part = await methodOf(id)
  const fee = Number(part.paymentMethodFee)
  expect(fee).toBeGreaterThan(0)
  expect(Number(part.due)).toBeCloseTo(Number(asked.amount) - Number(part.totalPaid) + fee, 8)
  expect(part.payments.map(({ fee }) => Number(fee))).toEqual([0])

  // The sum of the first amount does not cover the fee of the second payment.
  await act(id, 'pay-rest')
  const rest = await methodOf(id)
  expect(rest.totalPaid).toBe(asked.amount)
  expect(rest.payments.map(({ fee }) => Number(fee))).toEqual([0, fee])
  expect(Number(rest.due)).toBeCloseTo(2 * fee, 8)
  const { body: open } = await call(`${store}/invoices/${id}`)
  expect(open).toMatchObject({ status: 'New', additionalStatus: 'PaidPartial' })

  await act(id, 'confirm')
  const { body: settled } = await call(`${store}/invoices/${id}`)
  expect(settled).toMatchObject({ status: 'Settled', additionalStatus: 'None' })
  expect(Number((await methodOf(id)).due)).toBe(0)
})

test('the shop reads the amount that the server asks for, including the fees', async () => {
  const provider = btcpayProvider({
    url: `${sandbox.url}/btcpay`,
    apiKey: testSecrets.btcpayKey,
    storeId: testSecrets.btcpayStoreId,
    webhookSecret: testSecrets.btcpayWebhookSecret,
  })
  const { id } = await invoiceOver('100.00')
  await act(id, 'underpay')
  await act(id, 'pay-rest')
  const payment = await provider.getPayment(id)
  expect(payment).toMatchObject({ status: 'partially_paid', settled: false, confirmed: true })
  expect(payment.payAmount).toBeGreaterThan(payment.actuallyPaid)
})

test('webhooks arrive one after the other, also those of different invoices', async () => {
  const [first, second] = [await invoiceOver('5'), await invoiceOver('6')]
  await control(sandbox, 'switches?wait=true', { body: {} })
  shop.received.splice(0)
  shop.answer = 503
  await act(first.id, 'expire')
  await expect.poll(() => shop.received.length).toBe(1)
  await control(sandbox, `btcpay/invoices/${second.id}/expire?wait=true`)
  shop.answer = 200
  const told = () => shop.received.map(({ body }) => JSON.parse(body).invoiceId)
  await expect.poll(() => told().at(-1)).toBe(second.id)
  // The first delivery may have been retried several times by now.
  expect(new Set(told().slice(0, -1))).toEqual(new Set([first.id]))
  expect(told().length).toBeGreaterThan(2)
})
