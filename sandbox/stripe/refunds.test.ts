import Stripe from 'stripe'
import { afterEach, expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { control, startTestSandbox, startTestShop, testSecrets } from '../test-shop.ts'
import { testStripe } from './test-stripe.ts'

const shop = await fileFixture(startTestShop().then((shop) => ({ ...shop, close: shop.stop })))
const sandbox = await fileFixture(
  startTestSandbox(shop).then((sandbox) => ({ ...sandbox, close: sandbox.stop })),
)
const stripe = testStripe(sandbox)

afterEach(() => control(sandbox, 'reset'))

const pending = '4000000000007726'

async function pay(card?: string) {
  const { id } = await stripe.checkout.sessions.create({
    ui_mode: 'elements',
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'usd', unit_amount: 2499, product_data: { name: 'A game' } },
      },
    ],
    return_url: `${shop.url}/checkout/success`,
  })
  await control(sandbox, `stripe/sessions/${id}/confirm?wait=true`, { body: { card } })
  const { payment_intent } = await stripe.checkout.sessions.retrieve(id)
  arrived()
  return { session: id, payment_intent: String(payment_intent) }
}

type Told = { type: string; object: { id: string; status?: string; amount_refunded?: number } }

function arrived(): Told[] {
  return shop.received.splice(0).map(({ body }) => {
    const { type, data } = JSON.parse(body)
    return { type, object: data.object }
  })
}

const told = async (count: number) => {
  await expect.poll(() => shop.received.length).toBe(count)
  return arrived()
}

const chargeOf = async (payment_intent: string) =>
  (await stripe.paymentIntents.retrieve(payment_intent, { expand: ['latest_charge'] }))
    .latest_charge as Stripe.Charge

test('several parts of a payment are told of with what is back so far', async () => {
  const { payment_intent, session } = await pay()
  await stripe.refunds.create({ payment_intent, amount: 500, metadata: { refund_id: 'r-1' } })
  expect(await told(2)).toMatchObject([
    { type: 'refund.created', object: { amount: 500, metadata: { refund_id: 'r-1' } } },
    { type: 'charge.refunded', object: { amount_refunded: 500, refunded: false } },
  ])
  const body = { amount: '19.99' }
  await control(sandbox, `stripe/sessions/${session}/refund?wait=true`, { body })
  expect(await told(2)).toMatchObject([
    { type: 'refund.created', object: { amount: 1999, metadata: {} } },
    { type: 'charge.refunded', object: { amount_refunded: 2499, refunded: true } },
  ])
  const tooMuch = await control(sandbox, `stripe/sessions/${session}/refund`, { body })
  expect(tooMuch).toMatchObject({ status: 400, body: { detail: expect.stringMatching(/already/) } })
})

test('a pending refund succeeds or fails on command', async () => {
  const { payment_intent } = await pay(pending)
  const one = await stripe.refunds.create({ payment_intent, amount: 1000 })
  const two = await stripe.refunds.create({ payment_intent, amount: 1499 })
  expect([one.status, one.pending_reason]).toEqual(['pending', 'processing'])
  await told(4)
  await control(sandbox, `stripe/refunds/${one.id}/succeed?wait=true`)
  await control(sandbox, `stripe/refunds/${two.id}/fail?wait=true`)
  expect(await told(3)).toMatchObject([
    { type: 'refund.updated', object: { id: one.id, status: 'succeeded' } },
    { type: 'refund.updated', object: { id: two.id, status: 'failed' } },
    { type: 'refund.failed', object: { failure_reason: 'expired_or_canceled_card' } },
  ])
  expect(await chargeOf(payment_intent)).toMatchObject({ amount_refunded: 1000, refunded: false })
  // A failed refund can be repeated, and a refund may fail days after it succeeded.
  const again = await stripe.refunds.create({ payment_intent })
  expect(again.amount).toBe(1499)
  await control(sandbox, `stripe/refunds/${one.id}/fail?wait=true`)
  expect(await chargeOf(payment_intent)).toMatchObject({ amount_refunded: 1499 })
  expect((await control(sandbox, `stripe/refunds/${one.id}/succeed`)).status).toBe(400)
  expect((await control(sandbox, `stripe/refunds/${again.id}/vanish`)).status).toBe(404)
})

test('one that is canceled leaves the money where it was', async () => {
  const { payment_intent } = await pay(pending)
  const refund = await stripe.refunds.create({ payment_intent })
  expect((await stripe.refunds.cancel(refund.id)).status).toBe('canceled')
  expect(await chargeOf(payment_intent)).toMatchObject({ amount_refunded: 0, refunded: false })
  await expect(stripe.refunds.cancel(refund.id)).rejects.toMatchObject({ statusCode: 400 })
})

test('a disputed payment cannot be refunded', async () => {
  const { payment_intent, session } = await pay()
  await control(sandbox, `stripe/sessions/${session}/dispute?wait=true`)
  await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
    code: 'charge_disputed',
  })
})

test('asked twice with one key it is one refund, also when the first answer was lost', async () => {
  const { payment_intent } = await pay()
  const ask = (by = stripe) =>
    by.refunds.create({ payment_intent, amount: 700 }, { idempotencyKey: 'refund-1' })
  await control(sandbox, 'switches', { body: { stripe: { api: 'timeout_after' } } })
  const hurried = testStripe(sandbox, { timeout: 1000 })
  await expect(ask(hurried)).rejects.toThrow(Stripe.errors.StripeConnectionError)
  await control(sandbox, 'reset')
  const { id } = await ask()
  expect((await ask()).id).toBe(id)
  const { data } = await stripe.refunds.list({ payment_intent })
  expect(data.map((refund) => refund.id)).toEqual([id])
})

test('events of refunds are lost, doubled, reordered and forged as others are', async () => {
  const { payment_intent } = await pay()
  const part = () => stripe.refunds.create({ payment_intent, amount: 100 })
  const webhooks = (webhooks: object) =>
    control(sandbox, 'switches', { body: { stripe: { webhooks } } })
  await webhooks({ lost: true })
  await part()
  await webhooks({ lost: false, copies: 2 })
  await part()
  expect((await told(4)).map(({ type }) => type)).toEqual([
    'refund.created',
    'refund.created',
    'charge.refunded',
    'charge.refunded',
  ])
  await webhooks({ copies: 1, reorder: true })
  await part()
  expect(await told(2)).toMatchObject([
    { type: 'charge.refunded', object: { amount_refunded: 300 } },
    { type: 'refund.created' },
  ])
  await webhooks({ reorder: false, badSignature: true })
  await part()
  await expect.poll(() => shop.received.length).toBe(2)
  const [{ body, headers }] = shop.received.splice(0) as [(typeof shop.received)[0]]
  expect(() =>
    stripe.webhooks.constructEvent(
      body,
      String(headers['stripe-signature']),
      testSecrets.stripeWebhookSecret,
    ),
  ).toThrow()
})

test('the page gives parts back and decides what is pending', async () => {
  const { session, payment_intent } = await pay(pending)
  const { id } = await stripe.refunds.create({ payment_intent, amount: 500 })
  const page = await (await fetch(`${sandbox.url}/payments`)).text()
  expect(page).toContain('Refund of $5.00')
  for (const action of ['succeed', 'fail', 'cancel'])
    expect(page).toContain(`/control/stripe/refunds/${id}/${action}`)
  const back = await fetch(`${sandbox.url}/control/stripe/sessions/${session}/refund`, {
    method: 'POST',
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'amount=3.10',
    redirect: 'manual',
  })
  expect(back.status).toBe(303)
  const { data } = await stripe.refunds.list({ payment_intent })
  expect(data.map(({ amount }) => amount)).toEqual([310, 500])
})
