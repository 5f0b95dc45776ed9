import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningSandbox } from '../main.ts'
import {
  control,
  startTestSandbox,
  startTestShop,
  type TestShop,
  testSecrets,
} from '../test-shop.ts'

let shop: TestShop
let sandbox: RunningSandbox
let stripe: Stripe

beforeAll(async () => {
  shop = await startTestShop()
  sandbox = await startTestSandbox(shop)
  stripe = client(testSecrets.stripeKey)
})
afterAll(async () => {
  await sandbox.stop()
  await shop.stop()
})

function client(key: string, maxNetworkRetries = 0) {
  const { hostname, port } = new URL(sandbox.url)
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries,
    timeout: 60_000,
  })
}

const item = (unit_amount: number) => ({
  price_data: { currency: 'usd', unit_amount, product_data: { name: 'A game' } },
  quantity: 1,
})

const params = (overrides: object = {}): Stripe.Checkout.SessionCreateParams => ({
  ui_mode: 'elements',
  mode: 'payment',
  line_items: [item(1999), item(500)],
  customer_email: 'ann@example.com',
  return_url: `${shop.url}/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
  metadata: { order_id: 'o-1' },
  payment_intent_data: { metadata: { order_id: 'o-1' } },
  ...overrides,
})

const act = (id: string, action: string, body?: object) =>
  control(sandbox, `stripe/sessions/${id}/${action}?wait=true`, body && { body })

/** The verified events of a session and its objects, in order. */
function arrived(): Stripe.Event[] {
  return shop.received
    .splice(0)
    .filter(({ path }) => path === '/api/webhooks/stripe')
    .map(({ body, headers }) =>
      stripe.webhooks.constructEvent(
        body,
        headers['stripe-signature'] as string,
        testSecrets.stripeWebhookSecret,
      ),
    )
}

describe('checkout sessions', () => {
  test('are created open, with a client secret, and read back with what they are asked to expand', async () => {
    const session = await stripe.checkout.sessions.create(params())
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 2499,
      ui_mode: 'elements',
      url: null,
      metadata: { order_id: 'o-1' },
    })
    expect(session.client_secret).toMatch(new RegExp(`^${session.id}_secret_`))
    expect(session.expires_at - session.created).toBe(86_400)
    expect(session.line_items).toBeUndefined()

    const read = await stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items'] })
    expect(read.line_items?.data.map(({ amount_total }) => amount_total)).toEqual([1999, 500])
    expect(read.line_items?.data[0]?.price?.unit_amount_decimal?.toString()).toBe('1999')
  })

  test.each([
    ['an old ui_mode', { ui_mode: 'custom' }, /^Invalid ui_mode: must be one of elements/],
    ['success_url', { success_url: 'https://x.test' }, /`success_url` is not allowed/],
    ['no return_url', { return_url: undefined }, /`return_url` is required/],
    [
      'payment_method_types',
      { payment_method_types: ['card'] },
      /unknown parameter: payment_method_types/,
    ],
    ['another mode', { mode: 'subscription' }, /no mode subscription/],
    ['a short life', { expires_at: Math.floor(Date.now() / 1000) + 60 }, /at least 30 minutes/],
    ['a fraction of a cent', { line_items: [item(19.99)] }, /^Invalid integer: 19.99/],
    ['too little', { line_items: [item(49)] }, /at least \$0\.50/],
  ])('refuse %s in the words of Stripe', async (_what, overrides, message) => {
    await expect(stripe.checkout.sessions.create(params(overrides))).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      message: expect.stringMatching(message),
    })
  })

  test('are unknown by a wrong id, and closed to a wrong key', async () => {
    await expect(stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
    await expect(client('sk_test_other').checkout.sessions.list()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
    })
  })

  test('answer the same to the same idempotency key, and refuse it for another request', async () => {
    const options = { idempotencyKey: 'order-7' }
    const first = await stripe.checkout.sessions.create(params(), options)
    const again = await stripe.checkout.sessions.create(params(), options)
    expect(again.id).toBe(first.id)
    expect(again.lastResponse.requestId).toMatch(/^req_/)
    await expect(
      stripe.checkout.sessions.create(params({ metadata: { order_id: 'o-2' } }), options),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  })
})

describe('paying', () => {
  test('completes the session and says so in signed events of the pinned version', async () => {
    const session = await stripe.checkout.sessions.create(params())
    arrived()
    await act(session.id, 'confirm')
    const events = arrived()
    expect(events.map(({ type }) => type)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ])
    expect(events[3]).toMatchObject({
      api_version: Stripe.API_VERSION,
      data: { object: { id: session.id, payment_status: 'paid', metadata: { order_id: 'o-1' } } },
    })

    const paid = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge'],
    })
    const intent = paid.payment_intent as Stripe.PaymentIntent
    expect(intent).toMatchObject({ status: 'succeeded', metadata: { order_id: 'o-1' } })
    expect(intent.latest_charge).toMatchObject({ object: 'charge', paid: true, amount: 2499 })
    expect((await act(session.id, 'confirm')).status).toBe(400)
  })

  test('can be declined, and succeed at the second try on the same intent', async () => {
    const session = await stripe.checkout.sessions.create(params())
    await act(session.id, 'decline')
    const declined = await stripe.checkout.sessions.retrieve(session.id)
    expect(declined.status).toBe('open')
    arrived()
    await act(session.id, 'confirm')
    const paid = await stripe.checkout.sessions.retrieve(session.id)
    expect(paid).toMatchObject({ status: 'complete', payment_intent: declined.payment_intent })
    expect(arrived().map(({ type }) => type)).not.toContain('payment_intent.created')
  })

  test('can be settled later: completed unpaid first, then the asynchronous event', async () => {
    const session = await stripe.checkout.sessions.create(params())
    await act(session.id, 'delay')
    expect(arrived().at(-1)).toMatchObject({
      type: 'checkout.session.completed',
      data: { object: { payment_status: 'unpaid' } },
    })
    await act(session.id, 'settle')
    expect(arrived().at(-1)).toMatchObject({
      type: 'checkout.session.async_payment_succeeded',
      data: { object: { payment_status: 'paid' } },
    })
  })

  test('ends with the session: expired by the shop, it cannot be paid', async () => {
    const session = await stripe.checkout.sessions.create(params())
    arrived()
    const expired = await stripe.checkout.sessions.expire(session.id)
    expect(expired.status).toBe('expired')
    expect((await act(session.id, 'confirm')).status).toBe(400)
    await expect.poll(() => arrived().map(({ type }) => type)).toEqual(['checkout.session.expired'])
  })

  test('can be given back in parts, never more than was paid', async () => {
    const session = await stripe.checkout.sessions.create(params())
    await act(session.id, 'confirm')
    const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id)
    const intent = String(payment_intent)
    await stripe.refunds.create({ payment_intent: intent, amount: 499 })
    await expect(
      stripe.refunds.create({ payment_intent: intent, amount: 2001 }),
    ).rejects.toMatchObject({ message: expect.stringMatching(/greater than unrefunded amount/) })
    await stripe.refunds.create({ payment_intent: intent })
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    })
    const refunds = await stripe.refunds.list({ payment_intent: intent })
    expect(refunds.data.map(({ amount }) => amount)).toEqual([2000, 499])
  })

  test('can be disputed and the dispute lost', async () => {
    const session = await stripe.checkout.sessions.create(params())
    await act(session.id, 'confirm')
    arrived()
    await act(session.id, 'dispute')
    await act(session.id, 'dispute-lost')
    const events = arrived()
    expect(events.map(({ type }) => type)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
    ])
    const dispute = events.at(-1)?.data.object as Stripe.Dispute
    expect(dispute).toMatchObject({ status: 'lost', amount: 2499 })
    const { payment_intent } = dispute
    const { data } = await stripe.disputes.list({ payment_intent: String(payment_intent) })
    expect(data.map(({ id }) => id)).toEqual([dispute.id])
  })
})

test('events can be read again, newest first, by kind and time, page by page', async () => {
  const before = Math.floor(Date.now() / 1000)
  const ids: string[] = []
  for (let count = 0; count < 3; count++) {
    const session = await stripe.checkout.sessions.create(params())
    ids.unshift(session.id)
    await act(session.id, 'confirm')
  }
  const query = { types: ['checkout.session.completed'], created: { gte: before } }
  const page = await stripe.events.list({ ...query, limit: 2 })
  expect(page.has_more).toBe(true)
  expect(page.data.map(({ data }) => (data.object as { id: string }).id)).toEqual(ids.slice(0, 2))
  const next = await stripe.events.list({ ...query, starting_after: page.data[1]!.id })
  expect(next.data[0]?.data.object).toMatchObject({ id: ids[2] })
})
