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
    timeout: 2000,
  })
}

const item = (unit_amount: number, recurring?: { interval: 'month'; interval_count: number }) => ({
  price_data: { currency: 'usd', unit_amount, product_data: { name: 'A game' }, recurring },
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

/** The types of the events that arrived about a session or its parts, verified, in order. */
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
    ['two discounts', { discounts: [{ coupon: 'a' }, { coupon: 'b' }] }, /up to one discount/],
    ['a short life', { expires_at: Math.floor(Date.now() / 1000) + 60 }, /at least 30 minutes/],
    ['a fraction of a cent', { line_items: [item(19.99)] }, /^Invalid integer: 19.99/],
    ['too little', { line_items: [item(49)] }, /at least \$0\.50/],
    [
      'a recurring price',
      { line_items: [item(999, { interval: 'month', interval_count: 1 })] },
      /`payment` mode/,
    ],
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

  test('give a coupon to the items, to the cent', async () => {
    const coupon = await stripe.coupons.create({
      amount_off: 1000,
      currency: 'usd',
      duration: 'once',
    })
    const session = await stripe.checkout.sessions.create(
      params({ discounts: [{ coupon: coupon.id }], line_items: [item(999), item(999), item(999)] }),
    )
    expect(session).toMatchObject({ amount_subtotal: 2997, amount_total: 1997 })
    const items = await stripe.checkout.sessions.listLineItems(session.id)
    expect(items.data.reduce((sum, each) => sum + each.amount_discount, 0)).toBe(1000)
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

describe('subscriptions', () => {
  const quarterly = { interval: 'month', interval_count: 3 } as const
  const subscribe = async () => {
    const session = await stripe.checkout.sessions.create(
      params({
        mode: 'subscription',
        line_items: [item(1999, quarterly)],
        payment_intent_data: undefined,
        subscription_data: { metadata: { order_id: 'o-9' } },
      }),
    )
    arrived()
    await act(session.id, 'confirm')
    return stripe.checkout.sessions.retrieve(session.id, {
      expand: ['subscription.latest_invoice.payments'],
    })
  }

  test('start with a paid invoice that names them, for a customer', async () => {
    const session = await subscribe()
    expect(session.customer).toMatch(/^cus_/)
    const subscription = session.subscription as Stripe.Subscription
    expect(subscription).toMatchObject({ status: 'active', metadata: { order_id: 'o-9' } })
    const [only] = subscription.items.data
    const days = (only!.current_period_end - only!.current_period_start) / 86_400
    expect(days).toBeGreaterThan(88)
    expect(days).toBeLessThan(93)
    const invoice = arrived().find(({ type }) => type === 'invoice.paid')?.data.object
    expect(invoice).toMatchObject({
      amount_paid: 1999,
      billing_reason: 'subscription_create',
      parent: {
        subscription_details: { subscription: subscription.id, metadata: { order_id: 'o-9' } },
      },
    })
    const latest = subscription.latest_invoice as Stripe.Invoice
    expect(latest.payments?.data[0]?.payment.payment_intent).toMatch(/^pi_/)
  })

  test('renew on demand, fail to, and recover', async () => {
    const session = await subscribe()
    const { id, items } = session.subscription as Stripe.Subscription
    arrived()
    await act(session.id, 'renew')
    const renewed = arrived().find(({ type }) => type === 'invoice.paid')?.data.object
    expect(renewed).toMatchObject({ billing_reason: 'subscription_cycle', amount_paid: 1999 })
    const after = await stripe.subscriptions.retrieve(id)
    expect(after.items.data[0]?.current_period_start).toBe(items.data[0]?.current_period_end)

    await act(session.id, 'fail-renewal')
    expect(arrived().map(({ type }) => type)).toContain('invoice.payment_failed')
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due')
    await act(session.id, 'renew')
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
  })

  test('end with their period when the shop asks for it', async () => {
    const session = await subscribe()
    const { id } = session.subscription as Stripe.Subscription
    arrived()
    const ending = await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    expect(ending.cancel_at).toBe(ending.items.data[0]?.current_period_end)
    await act(session.id, 'renew')
    expect(arrived().map(({ type }) => type)).toEqual([
      'customer.subscription.updated',
      'customer.subscription.deleted',
    ])
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
