import { beforeEach, expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { UnknownCustomer } from './card-provider.ts'
import { openStripe } from './testing/stripe.ts'

const stripe = await fileFixture(openStripe())
const { cards, ask, type } = stripe

let mine: Awaited<ReturnType<typeof stripe.newCustomer>>
beforeEach(async () => {
  mine = await stripe.newCustomer()
})

const openSession = (id: string) =>
  cards.createSession({
    orderId: `kept ${id}`,
    customer: { id, keepsCard: true },
    items: [{ name: 'CS2, 1 month', priceCents: 1799 }],
    returnUrl: 'http://localhost/done',
    expiresAt: new Date(Date.now() + 3_600_000),
  })

test('creates a customer once for an account, and again if the provider has lost it', async () => {
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

test('adds, selects and removes cards of the customer only', async () => {
  const visa = await mine.add('4242424242424242')
  const mastercard = await mine.add('5555555555554444')
  expect(await cards.setDefaultCard(mine.id, visa)).toBe(true)
  expect(await cards.listCards(mine.id)).toMatchObject([
    { id: mastercard, brand: 'mastercard', last4: '4444', isDefault: false },
    { id: visa, brand: 'visa', last4: '4242', expMonth: 12, expYear: 2040, isDefault: true },
  ])
  const other = (await stripe.newCustomer()).id
  expect(await cards.setDefaultCard(other, visa)).toBe(false)
  expect(await cards.removeCard(other, visa)).toBe(false)
  expect(await cards.removeCard(mine.id, visa)).toBe(true)
  expect(await cards.removeCard(mine.id, visa)).toBe(false)
  expect(await cards.listCards(mine.id)).toMatchObject([{ id: mastercard, isDefault: false }])
  expect(await mine.charge(visa)).toMatchObject({ status: 'declined', code: 'card_gone' })
})

test('a declined setup, or one of another customer, adds no card', async () => {
  const { setupId, clientSecret } = await cards.beginCard(mine.id)
  const declined = await ask('confirm', {
    client_secret: clientSecret,
    payment_method: await type('4000000000000002'),
  })
  expect(declined.body).toMatchObject({
    intent: { status: 'requires_payment_method' },
    error: { code: 'card_declined', message: 'Your card was declined.' },
  })
  expect(await cards.readAddedCard(mine.id, setupId)).toBeNull()
  const good = await ask('confirm', {
    client_secret: clientSecret,
    payment_method: await type('4242424242424242'),
  })
  expect(good.body.intent.status).toBe('succeeded')
  expect(await cards.readAddedCard('cus_other', setupId)).toBeNull()
  expect(await cards.listCards(mine.id)).toHaveLength(1)
})

test('a checkout session saves the card that paid it', async () => {
  const session = await openSession(mine.id)
  const opened = await ask('session', { client_secret: session.clientSecret })
  expect(opened.body.session.email).toBe(mine.email)
  await ask('confirm', {
    client_secret: session.clientSecret,
    payment_method: await type('4242424242424242'),
  })
  const { savedCard, status } = await cards.readSession(session.sessionId)
  expect(status).toBe('finished')
  expect(await cards.listCards(mine.id)).toEqual([{ ...savedCard, isDefault: false }])
  const orderId = 'renewal of a kept card'
  expect((await mine.charge(String(savedCard?.id), orderId)).status).toBe('succeeded')
  const charge = await cards.findCharge({ customerId: mine.id, orderId })
  expect(charge?.status).toBe('succeeded')
})

test('a saved card of the customer pays a checkout session after the bank’s challenge', async () => {
  const card = await mine.add('4000002760003184')
  const { sessionId, clientSecret } = await openSession(mine.id)
  const secret = { client_secret: clientSecret }
  const asked = await ask('confirm', { ...secret, payment_method: card })
  expect(asked.body.status).toBe('requires_action')
  await ask('challenge', { ...secret, succeeded: true })
  const { savedCard, status } = await cards.readSession(sessionId)
  expect([status, savedCard?.id]).toEqual(['finished', card])
})

test('refuses another customer’s card and a removed one in a checkout session', async () => {
  const removed = await mine.add('4242424242424242')
  await cards.removeCard(mine.id, removed)
  const theirs = await mine.add('4242424242424242')
  const other = await stripe.newCustomer()
  const { sessionId, clientSecret } = await openSession(other.id)
  for (const payment_method of [theirs, removed]) {
    const refused = await ask('confirm', { client_secret: clientSecret, payment_method })
    expect(refused.status).toBe(400)
  }
  expect((await cards.readSession(sessionId)).status).toBe('waiting')
})
