import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { RunningSandbox } from '../main.ts'
import { resetSwitches } from '../switches.ts'
import {
  control,
  startTestSandbox,
  startTestShop,
  type TestShop,
  testSecrets,
} from '../test-shop.ts'
import { askStripe } from '../test-stripe-js.ts'

let shop: TestShop
let sandbox: RunningSandbox
let stripe: Stripe

beforeAll(async () => {
  shop = await startTestShop()
  sandbox = await startTestSandbox(shop)
  const { hostname, port } = new URL(sandbox.url)
  stripe = new Stripe(testSecrets.stripeKey, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    timeout: 8000,
  })
})
afterEach(() => void resetSwitches(sandbox.switches))
afterAll(async () => {
  await sandbox.stop()
  await shop.stop()
})

const ask = async (path: string, body: object) => (await askStripe(sandbox.url, path, body)).body

/** Creates a customer with a card that was saved through a setup intent. */
async function save(number = '4242424242424242') {
  const customer = await stripe.customers.create({ email: 'ann@example.com' })
  const setup = await stripe.setupIntents.create({ customer: customer.id, usage: 'off_session' })
  const { id } = await ask('payment_methods', {
    number,
    expMonth: 12,
    expYear: 2040,
    country: 'US',
  })
  const { intent } = await ask('confirm', {
    client_secret: setup.client_secret,
    payment_method: id,
  })
  return { customer: customer.id, card: String(id), setup: intent }
}

const charge = (card: { customer: string; card: string }, key?: string) =>
  stripe.paymentIntents.create(
    {
      amount: 1799,
      currency: 'usd',
      customer: card.customer,
      payment_method: card.card,
      off_session: true,
      confirm: true,
    },
    key === undefined ? {} : { idempotencyKey: key },
  )

const types = () => shop.received.map(({ body }) => String(JSON.parse(body).type))

test('a setup intent saves its card, and says so', async () => {
  shop.received.splice(0)
  const { customer, card, setup } = await save()
  expect(setup).toMatchObject({ status: 'succeeded', payment_method: card })
  const { data } = await stripe.customers.listPaymentMethods(customer, { type: 'card' })
  expect(data).toMatchObject([{ id: card, customer, card: { last4: '4242', exp_year: 2040 } }])
  await expect
    .poll(types)
    .toEqual(
      expect.arrayContaining([
        'setup_intent.created',
        'payment_method.attached',
        'setup_intent.succeeded',
      ]),
    )
  await stripe.paymentMethods.detach(card)
  await expect(stripe.paymentMethods.attach(card, { customer })).rejects.toThrow(
    /only be used once/,
  )
})

test('the same key at the same time is refused with 409, and later told the first answer', async () => {
  const saved = await save()
  shop.received.splice(0)
  sandbox.switches.stripe.api = 'timeout_after'
  const first = charge(saved, 'twice').catch((error) => error)
  // The event shows that the request is in progress. It holds its key until the client disconnects.
  await expect.poll(types, { interval: 5 }).toContain('payment_intent.succeeded')
  sandbox.switches.stripe.api = 'ok'
  const second = await charge(saved, 'twice').catch((error) => error)
  expect(second).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  expect(await first).toBeInstanceOf(Stripe.errors.StripeConnectionError)
  await expect
    .poll(() =>
      charge(saved, 'twice').then(
        ({ status }) => status,
        (error) => error.statusCode,
      ),
    )
    .toBe('succeeded')
  const later = await charge(saved, 'twice')
  const { data } = await stripe.paymentIntents.list({ customer: saved.customer })
  expect(data.map(({ id }) => id)).toEqual([later.id])
})

test('a repeated key gets the same decline, although the card works by now', async () => {
  const saved = await save()
  await control(sandbox, `stripe/cards/${saved.card}/behave`, { body: { does: 'lost_card' } })
  const declined = await charge(saved, 'declined').catch((error) => error)
  expect(declined).toMatchObject({
    statusCode: 402,
    code: 'card_declined',
    decline_code: 'lost_card',
    advice_code: 'do_not_try_again',
    payment_intent: { status: 'requires_payment_method' },
  })
  await control(sandbox, `stripe/cards/${saved.card}/behave`, { body: { does: '' } })
  const again = await charge(saved, 'declined').catch((error) => error)
  expect(again.payment_intent.id).toBe(declined.payment_intent.id)
  expect((await charge(saved, 'anew')).status).toBe('succeeded')
})

test('events of charges are lost, doubled and forged as others are', async () => {
  const saved = await save()
  shop.received.splice(0)
  sandbox.switches.stripe.webhooks.lost = true
  await charge(saved)
  sandbox.switches.stripe.webhooks.lost = false
  sandbox.switches.stripe.webhooks.copies = 3
  await charge(saved)
  await expect
    .poll(() => types().filter((type) => type === 'payment_intent.succeeded').length)
    .toBe(3)
  sandbox.switches.stripe.webhooks.copies = 1
  sandbox.switches.stripe.webhooks.badSignature = true
  shop.received.splice(0)
  await charge(saved)
  await expect.poll(types).toContain('payment_intent.succeeded')
  const [forged] = shop.received
  expect(() =>
    stripe.webhooks.constructEvent(
      forged!.body,
      forged!.headers['stripe-signature'] as string,
      testSecrets.stripeWebhookSecret,
    ),
  ).toThrow()
})

test('the page tells a saved card what to do, and decides a charge that is processing', async () => {
  const saved = await save()
  const behave = (does: string) =>
    fetch(`${sandbox.url}/control/stripe/cards/${saved.card}/behave`, {
      method: 'POST',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      body: `does=${does}`,
      redirect: 'manual',
    })
  expect((await behave('no_such')).status).toBe(400)
  expect((await behave('processing_then_succeeds')).status).toBe(303)
  const { id, status } = await charge(saved)
  expect(status).toBe('processing')
  const page = await (await fetch(`${sandbox.url}/cards`)).text()
  expect(page).toContain(`/control/stripe/cards/${saved.card}/behave`)
  expect(page).toMatch(/value="processing_then_succeeds" selected/)
  expect(page).toContain(`/control/stripe/payments/${id}/settle`)
  await control(sandbox, `stripe/payments/${id}/settle`)
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
})

test('an open payment is canceled once, and told of', async () => {
  const saved = await save('4000000000000341')
  const { payment_intent } = await charge(saved).catch((error) => error)
  expect((await stripe.paymentIntents.cancel(payment_intent.id)).status).toBe('canceled')
  await expect.poll(types).toContain('payment_intent.canceled')
  await expect(stripe.paymentIntents.cancel(payment_intent.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
})
