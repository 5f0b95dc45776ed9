import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RunningSandbox } from '#sandbox/main.ts'
import {
  control,
  startTestSandbox,
  startTestShop,
  type TestShop,
  testSecrets,
} from '#sandbox/test-shop.ts'
import type { CardProvider } from './card-provider.ts'
import { UnknownCustomer } from './card-provider.ts'
import { stripeProvider } from './stripe.ts'

let shop: TestShop
let sandbox: RunningSandbox
let cards: CardProvider
let customer: string
let userId = 0

beforeAll(async () => {
  shop = await startTestShop()
  sandbox = await startTestSandbox(shop)
  cards = stripeProvider({
    secretKey: testSecrets.stripeKey,
    publishableKey: 'pk_test_sandbox',
    webhookSecret: testSecrets.stripeWebhookSecret,
    apiBase: sandbox.url,
    timeoutMs: 600,
  })
})
afterAll(async () => {
  await sandbox.stop()
  await shop.stop()
})
beforeEach(async () => {
  userId += 1
  customer = await cards.createCustomer({ userId, email: `u${userId}@example.com`, before: null })
})

async function ask(path: string, body: object) {
  const response = await fetch(`${sandbox.url}/stripe/client/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

/** Types a card on a page, as Stripe.js does. */
async function type(number: string) {
  const { body } = await ask('payment_methods', {
    number,
    expMonth: 12,
    expYear: 2040,
    country: 'US',
  })
  return String(body.id)
}

async function add(number: string) {
  const { setupId, clientSecret } = await cards.beginCard(customer)
  const secret = { client_secret: clientSecret }
  const answer = await ask('confirm', { ...secret, payment_method: await type(number) })
  if (answer.body.intent?.status === 'requires_action')
    await ask('challenge', { ...secret, succeeded: true })
  return String(await cards.readAddedCard(customer, setupId))
}

let orders = 0
function charge(cardId: string, idempotencyKey?: string) {
  const orderId = `order-${orders++}`
  return cards.chargeSavedCard({
    orderId,
    amountCents: 1799,
    description: 'CS2, 1 month',
    customerId: customer,
    cardId,
    idempotencyKey: idempotencyKey ?? orderId,
  })
}

const openSession = (id: string) =>
  cards.createSession({
    orderId: `kept ${id}`,
    customer: { id, keepsCard: true },
    items: [{ name: 'CS2, 1 month', priceCents: 1799 }],
    returnUrl: 'http://localhost/done',
    expiresAt: new Date(Date.now() + 3_600_000),
  })

const act = (path: string, body: object = {}) =>
  control(sandbox, `stripe/${path}?wait=true`, { body })

const payments = async () =>
  (await cards.findCharge({ customerId: customer, orderId: `order-${orders - 1}` }))?.status

test('a customer is made once for an account, and again when the provider lost them', async () => {
  const account = { userId: 999, email: 'ann@example.com', before: null }
  const [first, again] = await Promise.all([
    cards.createCustomer(account),
    cards.createCustomer(account),
  ])
  expect(again).toBe(first)
  await cards.removeCustomer(first)
  await cards.removeCustomer(first)
  expect(await cards.listCards(first)).toEqual([])
  await expect(cards.beginCard(first)).rejects.toThrow(UnknownCustomer)
  await expect(openSession(first)).rejects.toThrow(UnknownCustomer)
  expect(await cards.createCustomer({ ...account, before: first })).not.toBe(first)
})

test('cards are added, chosen and removed, each customer’s own alone', async () => {
  const visa = await add('4242424242424242')
  const mastercard = await add('5555555555554444')
  expect(await cards.setDefaultCard(customer, visa)).toBe(true)
  expect(await cards.listCards(customer)).toMatchObject([
    { id: mastercard, brand: 'mastercard', last4: '4444', isDefault: false },
    { id: visa, brand: 'visa', last4: '4242', expMonth: 12, expYear: 2040, isDefault: true },
  ])
  const other = await cards.createCustomer({ userId: 998, email: 'b@example.com', before: null })
  expect(await cards.setDefaultCard(other, visa)).toBe(false)
  expect(await cards.removeCard(other, visa)).toBe(false)
  expect(await cards.removeCard(customer, visa)).toBe(true)
  expect(await cards.removeCard(customer, visa)).toBe(false)
  expect(await cards.listCards(customer)).toMatchObject([{ id: mastercard, isDefault: false }])
  expect(await charge(visa)).toMatchObject({ status: 'declined', code: 'card_gone' })
})

test('an adding that was declined, or is another customer’s, adds nothing', async () => {
  const { setupId, clientSecret } = await cards.beginCard(customer)
  const declined = await ask('confirm', {
    client_secret: clientSecret,
    payment_method: await type('4000000000000002'),
  })
  expect(declined.body).toMatchObject({
    intent: { status: 'requires_payment_method' },
    error: { code: 'card_declined', message: 'Your card was declined.' },
  })
  expect(await cards.readAddedCard(customer, setupId)).toBeNull()
  const good = await ask('confirm', {
    client_secret: clientSecret,
    payment_method: await type('4242424242424242'),
  })
  expect(good.body.intent.status).toBe('succeeded')
  expect(await cards.readAddedCard('cus_other', setupId)).toBeNull()
  expect(await cards.listCards(customer)).toHaveLength(1)
})

test('a saved card pays without its owner, once by one key however often it is asked', async () => {
  const card = await add('4242424242424242')
  const key = `key-${card}`
  const request = {
    orderId: key,
    amountCents: 1799,
    description: 'CS2',
    customerId: customer,
    cardId: card,
    idempotencyKey: key,
  }
  const answers = await Promise.all([1, 2, 3].map(() => cards.chargeSavedCard(request)))
  const paid = answers.find(({ status }) => status === 'succeeded')
  expect(paid).toMatchObject({ amountCents: 1799, card: { brand: 'visa', last4: '4242' } })
  expect(await cards.chargeSavedCard(request)).toEqual(paid)
  expect(await cards.findCharge({ customerId: customer, orderId: key })).toEqual(paid)
  expect(await cards.findCharge({ customerId: customer, orderId: 'none' })).toBeNull()
})

test.each([
  ['insufficient_funds', 'card_declined', 'try_again_later'],
  ['lost_card', 'card_declined', 'do_not_try_again'],
  ['expired_card', 'expired_card', 'confirm_card_data'],
  ['processing_error', 'processing_error', 'try_again_later'],
])('%s says how to go on, and another card pays the same intent', async (does, code, advice) => {
  const card = await add('4242424242424242')
  await act(`cards/${card}/behave`, { does })
  const declined = await charge(card)
  if (declined.status !== 'declined') throw new Error(declined.status)
  expect(declined).toMatchObject({ code, declineCode: does, adviceCode: advice })
  expect(declined.message).toMatch(/card/)
  const paymentIntentId = String(declined.paymentIntentId)
  const retry = { paymentIntentId, cardId: await add('5555555555554444') }
  expect(await cards.retryCharge({ ...retry, idempotencyKey: `again ${card}` })).toMatchObject({
    status: 'succeeded',
    paymentIntentId,
    card: { last4: '4444' },
  })
  // A third try finds it paid.
  expect(await cards.retryCharge({ ...retry, idempotencyKey: `third ${card}` })).toMatchObject({
    status: 'succeeded',
  })
})

test('the key of a declined charge is told the same, though the card is good by now', async () => {
  const card = await add('4242424242424242')
  await act(`cards/${card}/behave`, { does: 'insufficient_funds' })
  const request = { cardId: card, customerId: customer, description: 'CS2', amountCents: 1799 }
  const keyed = { ...request, orderId: card, idempotencyKey: `declined ${card}` }
  const declined = await cards.chargeSavedCard(keyed)
  await act(`cards/${card}/behave`, { does: '' })
  expect(await cards.chargeSavedCard(keyed)).toEqual(declined)
})

test.each([
  ['4000000000000341', 'declined'],
  ['4000000000003428', 'declined'],
  ['4000002500003155', 'succeeded'],
  ['4000002760003184', 'needs_action'],
  ['4000008260003178', 'declined'],
  ['4000000000006660', 'processing'],
])('the test card %s can be saved, and its charge is %s', async (number, status) => {
  expect((await charge(await add(number))).status).toBe(status)
})

test.each([true, false])('its owner is asked for consent, and says %s', async (consents) => {
  const card = await add('4000002760003184')
  const waiting = await charge(card)
  if (waiting.status !== 'needs_action') throw new Error(waiting.status)
  expect(waiting.cardId).toBe(card)
  const { paymentIntentId } = waiting
  expect(await cards.readCharge(paymentIntentId)).toEqual(waiting)
  const secret = { client_secret: waiting.clientSecret }
  const asked = await ask('confirm', { ...secret, payment_method: card })
  expect(asked.body.intent).toMatchObject({ status: 'requires_action' })
  expect(await cards.readCharge(paymentIntentId)).toMatchObject({ status: 'needs_action' })
  await ask('challenge', { ...secret, succeeded: consents })
  expect((await cards.readCharge(paymentIntentId)).status).toBe(consents ? 'succeeded' : 'declined')
})

test('an open charge is canceled for good; one that was paid stays paid', async () => {
  const card = await add('4000000000000341')
  const declined = await charge(card)
  if (declined.status !== 'declined') throw new Error(declined.status)
  const open = String(declined.paymentIntentId)
  expect(await cards.cancelCharge(open)).toEqual({ status: 'canceled', paymentIntentId: open })
  expect(await cards.cancelCharge(open)).toEqual({ status: 'canceled', paymentIntentId: open })
  const good = { paymentIntentId: open, cardId: card, idempotencyKey: `late ${card}` }
  expect(await cards.retryCharge(good)).toMatchObject({ status: 'canceled' })
  const paid = await charge(await add('4242424242424242'))
  if (paid.status !== 'succeeded') throw new Error(paid.status)
  expect(await cards.cancelCharge(paid.paymentIntentId)).toEqual(paid)
})

test.each(['timeout', 'timeout_after', 'error'] as const)(
  'with an API that is in %s nobody knows, and asking again finds out',
  async (api) => {
    const card = await add('4242424242424242')
    const request = {
      orderId: `lost ${card}`,
      amountCents: 1799,
      description: 'CS2',
      customerId: customer,
      cardId: card,
      idempotencyKey: `lost ${card}`,
    }
    sandbox.switches.stripe.api = api
    expect(await cards.chargeSavedCard(request)).toEqual({ status: 'unknown' })
    expect(await cards.readCharge('pi_any')).toEqual({ status: 'unknown' })
    sandbox.switches.stripe.api = 'ok'
    const found = await cards.findCharge({ customerId: customer, orderId: request.orderId })
    expect(found?.status).toBe(api === 'timeout_after' ? 'succeeded' : undefined)
    expect((await cards.chargeSavedCard(request)).status).toBe('succeeded')
    const paid = await cards.findCharge({ customerId: customer, orderId: request.orderId })
    expect(paid?.status).toBe('succeeded')
  },
)

test('a checkout session of a customer keeps the card that paid it', async () => {
  const session = await openSession(customer)
  const opened = await ask('session', { client_secret: session.clientSecret })
  expect(opened.body.session.email).toBe(`u${userId}@example.com`)
  await ask('confirm', {
    client_secret: session.clientSecret,
    payment_method: await type('4242424242424242'),
  })
  const { savedCard, status } = await cards.readSession(session.sessionId)
  expect(status).toBe('finished')
  expect(await cards.listCards(customer)).toEqual([{ ...savedCard, isDefault: false }])
  expect((await charge(String(savedCard?.id))).status).toBe('succeeded')
  expect(await payments()).toBe('succeeded')
})

test('a checkout session is paid by a saved card of its own customer, once its bank was asked', async () => {
  const card = await add('4000002760003184')
  const { sessionId, clientSecret } = await openSession(customer)
  const secret = { client_secret: clientSecret }
  const asked = await ask('confirm', { ...secret, payment_method: card })
  expect(asked.body.status).toBe('requires_action')
  await ask('challenge', { ...secret, succeeded: true })
  const { savedCard, status } = await cards.readSession(sessionId)
  expect([status, savedCard?.id]).toEqual(['finished', card])
})

test('a checkout session takes neither another customer’s card nor one that was removed', async () => {
  const removed = await add('4242424242424242')
  await cards.removeCard(customer, removed)
  const theirs = await add('4242424242424242')
  const own = await cards.createCustomer({ userId: ++userId, email: 'b@example.com', before: null })
  const { sessionId, clientSecret } = await openSession(own)
  for (const payment_method of [theirs, removed]) {
    const refused = await ask('confirm', { client_secret: clientSecret, payment_method })
    expect(refused.status).toBe(400)
  }
  expect((await cards.readSession(sessionId)).status).toBe('waiting')
})

test('events of such a charge name its order; those of a session’s intent do not', async () => {
  const card = await add('4242424242424242')
  shop.received.splice(0)
  await charge(card)
  await expect
    .poll(() => shop.received.map(({ body }) => JSON.parse(body)))
    .toContainEqual(expect.objectContaining({ type: 'payment_intent.succeeded' }))
  const event = shop.received
    .map(({ body }) => JSON.parse(body))
    .find(({ type }) => type === 'payment_intent.succeeded')
  expect(cards.understand(event)).toEqual({
    about: 'saved card',
    paymentIntentId: event.data.object.id,
    orderId: `order-${orders - 1}`,
  })
  delete event.data.object.metadata.kind
  expect(cards.understand(event)).toEqual({ about: 'nothing of ours' })
})
