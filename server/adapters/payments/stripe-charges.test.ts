import { beforeEach, expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openStripe } from './testing/stripe.ts'

const stripe = await fileFixture(openStripe())
const { cards, hurried, sandbox, received, ask, act } = stripe

let mine: Awaited<ReturnType<typeof stripe.newCustomer>>
beforeEach(async () => {
  mine = await stripe.newCustomer()
})

test('charges a saved card without the customer, once for each key', async () => {
  const card = await mine.add('4242424242424242')
  const orderId = `keyed ${card}`
  const pay = () => mine.charge(card, orderId)
  const answers = await Promise.all([pay(), pay(), pay()])
  const paid = answers.find(({ status }) => status === 'succeeded')
  expect(paid).toMatchObject({ amountCents: 1799, card: { brand: 'visa', last4: '4242' } })
  expect(await pay()).toEqual(paid)
  expect(await cards.findCharge({ customerId: mine.id, orderId })).toEqual(paid)
  expect(await cards.findCharge({ customerId: mine.id, orderId: 'none' })).toBeNull()
})

test.each([
  ['insufficient_funds', 'card_declined', 'try_again_later'],
  ['lost_card', 'card_declined', 'do_not_try_again'],
  ['expired_card', 'expired_card', 'confirm_card_data'],
  ['processing_error', 'processing_error', 'try_again_later'],
])('%s has its own advice, and another card pays the same intent', async (does, code, advice) => {
  const card = await mine.add('4242424242424242')
  await act(`cards/${card}/behave`, { does })
  const declined = await mine.charge(card)
  if (declined.status !== 'declined') throw new Error(declined.status)
  expect(declined).toMatchObject({ code, declineCode: does, adviceCode: advice })
  expect(declined.message).toMatch(/card/)
  const paymentIntentId = String(declined.paymentIntentId)
  const retry = { paymentIntentId, cardId: await mine.add('5555555555554444') }
  expect(await cards.retryCharge({ ...retry, idempotencyKey: `again ${card}` })).toMatchObject({
    status: 'succeeded',
    paymentIntentId,
    card: { last4: '4444' },
  })
  // A third attempt finds the charge paid.
  expect(await cards.retryCharge({ ...retry, idempotencyKey: `third ${card}` })).toMatchObject({
    status: 'succeeded',
  })
})

test('repeats the decline for the same key, even if the card works by now', async () => {
  const card = await mine.add('4242424242424242')
  await act(`cards/${card}/behave`, { does: 'insufficient_funds' })
  const pay = () => mine.charge(card, `declined ${card}`)
  const declined = await pay()
  await act(`cards/${card}/behave`, { does: '' })
  expect(await pay()).toEqual(declined)
})

test.each([
  ['4000000000000341', 'declined'],
  ['4000000000003428', 'declined'],
  ['4000002500003155', 'succeeded'],
  ['4000002760003184', 'needs_action'],
  ['4000008260003178', 'declined'],
  ['4000000000006660', 'processing'],
])('the test card %s can be saved, and its charge is %s', async (number, status) => {
  expect((await mine.charge(await mine.add(number))).status).toBe(status)
})

test.each([true, false])('asks the customer for consent, and reports %s', async (consents) => {
  const card = await mine.add('4000002760003184')
  const waiting = await mine.charge(card)
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

test('cancels an open charge permanently, and leaves a paid one', async () => {
  const card = await mine.add('4000000000000341')
  const declined = await mine.charge(card)
  if (declined.status !== 'declined') throw new Error(declined.status)
  const open = String(declined.paymentIntentId)
  expect(await cards.cancelCharge(open)).toEqual({ status: 'canceled', paymentIntentId: open })
  expect(await cards.cancelCharge(open)).toEqual({ status: 'canceled', paymentIntentId: open })
  const good = { paymentIntentId: open, cardId: card, idempotencyKey: `late ${card}` }
  expect(await cards.retryCharge(good)).toMatchObject({ status: 'canceled' })
  const paid = await mine.charge(await mine.add('4242424242424242'))
  if (paid.status !== 'succeeded') throw new Error(paid.status)
  expect(await cards.cancelCharge(paid.paymentIntentId)).toEqual(paid)
})

test.each(['timeout', 'timeout_after', 'error'] as const)(
  'an API that is in %s leaves the outcome unknown, and a retry finds it',
  async (api) => {
    const card = await mine.add('4242424242424242')
    const orderId = `lost ${card}`
    const find = () => cards.findCharge({ customerId: mine.id, orderId })
    sandbox.switches.stripe.api = api
    expect(await mine.charge(card, orderId, hurried)).toEqual({ status: 'unknown' })
    expect(await hurried.readCharge('pi_any')).toEqual({ status: 'unknown' })
    sandbox.switches.stripe.api = 'ok'
    expect((await find())?.status).toBe(api === 'timeout_after' ? 'succeeded' : undefined)
    expect((await mine.charge(card, orderId)).status).toBe('succeeded')
    expect((await find())?.status).toBe('succeeded')
  },
)

test('events of a charge name its order, and events of a session’s intent do not', async () => {
  const card = await mine.add('4242424242424242')
  received.splice(0)
  await mine.charge(card, 'order of an event')
  await expect
    .poll(() => received.map(({ body }) => JSON.parse(body)))
    .toContainEqual(expect.objectContaining({ type: 'payment_intent.succeeded' }))
  const event = received
    .map(({ body }) => JSON.parse(body))
    .find(({ type }) => type === 'payment_intent.succeeded')
  expect(cards.understand(event)).toEqual({
    about: 'saved card',
    paymentIntentId: event.data.object.id,
    orderId: 'order of an event',
  })
  delete event.data.object.metadata.kind
  expect(cards.understand(event)).toEqual({ about: 'nothing of ours' })
})
