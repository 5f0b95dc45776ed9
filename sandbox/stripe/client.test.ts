import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningSandbox } from '../main.ts'
import { startTestSandbox, startTestShop, type TestShop, testSecrets } from '../test-shop.ts'
import { askStripe } from '../test-stripe-js.ts'
import { validate } from './js/card-fields.js'

let shop: TestShop
let sandbox: RunningSandbox
let stripe: Stripe

beforeAll(async () => {
  shop = await startTestShop()
  sandbox = await startTestSandbox(shop)
  const { hostname, port } = new URL(sandbox.url)
  stripe = new Stripe(testSecrets.stripeKey, { host: hostname, port, protocol: 'http' })
})
afterAll(async () => {
  await sandbox.stop()
  await shop.stop()
})

const ask = (path: string, body: object) => askStripe(sandbox.url, path, body)

const openSession = () =>
  stripe.checkout.sessions.create({
    ui_mode: 'elements',
    mode: 'payment',
    line_items: [
      {
        price_data: { currency: 'usd', unit_amount: 1999, product_data: { name: 'A game' } },
        quantity: 1,
      },
    ],
    customer_email: 'ann@example.com',
    return_url: 'http://localhost/done?session_id={CHECKOUT_SESSION_ID}',
  })

/** Pays a session as Stripe.js does after the card was typed. */
async function pay(clientSecret: string | null, number: string) {
  const card = { number, expMonth: 12, expYear: 2040, country: 'US' }
  const { body } = await ask('payment_methods', card)
  return ask('confirm', { client_secret: clientSecret, payment_method: body.id })
}

test('a good card completes the session and tells where to go', async () => {
  const session = await openSession()
  const { body } = await pay(session.client_secret, '4242424242424242')
  expect(body).toMatchObject({
    status: 'complete',
    returnUrl: `http://localhost/done?session_id=${session.id}`,
    session: { status: { type: 'complete', paymentStatus: 'paid' } },
  })
  expect((await pay(session.client_secret, '4242424242424242')).status).toBe(400)
})

test.each([
  ['4000000000000002', 'generic_decline', 'Your card was declined.'],
  ['4000000000009995', 'insufficient_funds', 'Your card has insufficient funds.'],
  ['4111111111111111', 'test_mode_live_card', expect.stringContaining('non test card')],
])('card %s is declined: %s', async (number, declineCode, message) => {
  const { client_secret } = await openSession()
  const { body } = await pay(client_secret, number)
  expect(body).toMatchObject({
    status: 'declined',
    error: { message, code: 'paymentFailed', paymentFailed: { declineCode } },
    session: { status: { type: 'open' }, lastPaymentError: { message } },
  })
})

test('3-D Secure is asked for, can fail, and can succeed at the next try', async () => {
  const session = await openSession()
  const secret = { client_secret: session.client_secret }
  for (const succeeded of [false, true]) {
    const asked = await pay(session.client_secret, '4000002500003155')
    expect(asked.body.status).toBe('requires_action')
    const { body } = await ask('challenge', { ...secret, succeeded })
    expect(body.status).toBe(succeeded ? 'complete' : 'declined')
    if (!succeeded)
      expect(body.error.message).toBe(
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      )
  }
  expect((await ask('challenge', { ...secret, succeeded: true })).status).toBe(400)
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(session.id)
  const { latest_charge: paid } = await stripe.paymentIntents.retrieve(String(intent), {
    expand: ['latest_charge'],
  })
  const { payment_method_details: details } = paid as Stripe.Charge
  expect(details?.card?.three_d_secure?.result).toBe('authenticated')
})

test('a card that is disputed later is paid first', async () => {
  const session = await openSession()
  await pay(session.client_secret, '4000000000000259')
  const { data } = await stripe.events.list({ limit: 3 })
  expect(data.map(({ type }) => type)).toEqual([
    'charge.dispute.funds_withdrawn',
    'charge.dispute.created',
    'checkout.session.completed',
  ])
})

test('a wrong secret opens nothing', async () => {
  const session = await openSession()
  const { status } = await ask('session', { client_secret: `${session.id}_secret_guess` })
  expect(status).toBe(404)
})

test('the script is of the release, and has the members, that Stripe’s packages look for', async () => {
  const script = await (await fetch(`${sandbox.url}/stripe/js/stripe.js`)).text()
  const window: { Stripe?: { (key: string): Record<string, unknown>; version: string } } = {}
  const document = { currentScript: { src: `${sandbox.url}/stripe/js/stripe.js` } }
  runInContext(script, createContext({ window, document, URL }))
  const loader = readFileSync('node_modules/@stripe/stripe-js/dist/pure.mjs', 'utf8')
  expect(window.Stripe?.version).toBe(/RELEASE_TRAIN = '(\w+)'/.exec(loader)?.[1])
  const members = window.Stripe?.('pk_test_x') ?? {}
  for (const name of [
    'elements',
    'createToken',
    'createPaymentMethod',
    'confirmCardPayment',
    '_registerWrapper',
    'registerAppInfo',
    'initCheckoutElementsSdk',
  ])
    expect(members[name]).toBeTypeOf('function')
})

test.each([
  ['', '', '', 'Your card number is incomplete.'],
  ['4242 4242 4242 4241', '12 / 40', '123', 'Your card number is invalid.'],
  ['4242 4242 4242 4242', '12', '123', "Your card's expiration date is incomplete."],
  ['4242 4242 4242 4242', '12 / 20', '123', "Your card's expiration year is in the past."],
  ['3782 822463 10005', '12 / 40', '123', "Your card's security code is incomplete."],
  ['3782 822463 10005', '12 / 40', '1234', undefined],
])('the form says of %j, %j, %j: %s', (number, expiry, cvc, message) => {
  const wrong = validate({ number, expiry, cvc })
  expect(Object.values(wrong).find(Boolean) ?? undefined).toBe(message)
})
