import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { RunningSandbox } from './main.ts'
import {
  control,
  startTestSandbox,
  startTestShop,
  type TestShop,
  testSecrets,
} from './test-shop.ts'

let shop: TestShop
let sandbox: RunningSandbox

beforeAll(async () => {
  shop = await startTestShop()
  sandbox = await startTestSandbox(shop)
})
afterEach(async () => {
  await control(sandbox, 'reset')
  shop.answer = 200
  shop.received.splice(0)
})
afterAll(async () => {
  await sandbox.stop()
  await shop.stop()
})

const set = (switches: object) => control(sandbox, 'switches', { body: switches })

function stripe(timeout?: number) {
  const { hostname, port } = new URL(sandbox.url)
  const { stripeKey } = testSecrets
  return new Stripe(stripeKey, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    timeout,
  })
}

const createSession = (client = stripe(), idempotencyKey?: string) =>
  client.checkout.sessions.create(
    {
      ui_mode: 'elements',
      mode: 'payment',
      line_items: [
        {
          price_data: { currency: 'usd', unit_amount: 1999, product_data: { name: 'A game' } },
          quantity: 1,
        },
      ],
      customer_email: 'ann@example.com',
      return_url: 'http://localhost/',
    },
    { idempotencyKey },
  )

const act = (id: string, action: string) =>
  control(sandbox, `stripe/sessions/${id}/${action}?wait=true`)
const types = () => shop.received.map(({ body }) => JSON.parse(body).type)

test('an API that answers 500 or never does', async () => {
  await set({ stripe: { api: 'error' } })
  await expect(createSession()).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
  await set({ stripe: { api: 'timeout' } })
  await expect(createSession(stripe(300))).rejects.toMatchObject({ type: 'StripeConnectionError' })
  const other = await fetch(`${sandbox.url}/nowpayments/v1/status`)
  expect(other.status).toBe(200)
})

test('an API that is slow answers all the same', async () => {
  await set({ nowpayments: { delayMs: 200 } })
  const began = performance.now()
  const answer = await fetch(`${sandbox.url}/nowpayments/v1/status`)
  expect(answer.status).toBe(200)
  expect(performance.now() - began).toBeGreaterThan(190)
})

test('an answer that is lost does not double the work of a client that asks again', async () => {
  const before = await stripe().checkout.sessions.list()
  await set({ stripe: { api: 'timeout_after' } })
  await expect(createSession(stripe(1000), 'once')).rejects.toMatchObject({
    type: 'StripeConnectionError',
  })
  await set({ stripe: { api: 'ok' } })
  await createSession(stripe(), 'once')
  const after = await stripe().checkout.sessions.list()
  expect(after.data.length - before.data.length).toBe(1)
})

test('webhooks that come many times at once', async () => {
  const { id } = await createSession()
  await set({ stripe: { webhooks: { copies: 20 } } })
  await act(id, 'expire')
  expect(types()).toEqual(Array(20).fill('checkout.session.expired'))
})

test('webhooks out of order', async () => {
  const { id } = await createSession()
  await set({ stripe: { webhooks: { reorder: true } } })
  await act(id, 'confirm')
  expect(types()).toEqual([
    'checkout.session.completed',
    'payment_intent.succeeded',
    'charge.succeeded',
    'payment_intent.created',
  ])
})

test('webhooks with a forged signature', async () => {
  const { id } = await createSession()
  await set({ stripe: { webhooks: { badSignature: true } } })
  await act(id, 'expire')
  const [{ body, headers } = { body: '', headers: {} as Record<string, string> }] = shop.received
  expect(() =>
    stripe().webhooks.constructEvent(
      body,
      String(headers['stripe-signature']),
      testSecrets.stripeWebhookSecret,
    ),
  ).toThrow(/signature/)
})

test('lost webhooks, which the events still tell of and the panel can send after all', async () => {
  const { id } = await createSession()
  await set({ stripe: { webhooks: { lost: true } } })
  await act(id, 'expire')
  expect(shop.received).toEqual([])
  const events = await stripe().events.list({ type: 'checkout.session.expired' })
  expect(events.data[0]?.data.object).toMatchObject({ id })
  await control(sandbox, 'reset')
  await act(id, 'redeliver')
  expect(types()).toEqual(['checkout.session.expired'])
})

test('late webhooks, which come no sooner than said', async () => {
  const { id } = await createSession()
  await set({ stripe: { webhooks: { delayMs: 200 } } })
  const start = Date.now()
  await act(id, 'expire')
  expect(types()).toEqual(['checkout.session.expired'])
  const { body } = await control(sandbox, `deliveries?subject=${id}`, { method: 'GET' })
  expect(Date.parse(body.deliveries[0].attempts[0].at) - start).toBeGreaterThanOrEqual(199)
})

test('a webhook that the shop refuses comes again', async () => {
  const { id } = await createSession()
  shop.answer = 503
  await act(id, 'expire')
  shop.answer = 200
  await expect.poll(types).toHaveLength(2)
  const { body } = await control(sandbox, `deliveries?subject=${id}`, { method: 'GET' })
  await expect
    .poll(async () => {
      const now = await control(sandbox, `deliveries?subject=${id}`, { method: 'GET' })
      return now.body.deliveries[0].state
    })
    .toBe('delivered')
  expect(body.deliveries[0].attempts[0].outcome).toBe(503)
})

test('switches that do not exist are refused', async () => {
  expect((await set({ stripe: { webhook: {} } })).status).toBe(422)
  expect((await set({ paypal: {} })).status).toBe(422)
})
