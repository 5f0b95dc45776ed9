import { afterEach, expect, test } from 'vitest'
import { orders } from '#contract/selling/orders.ts'
import { renewals } from '#contract/selling/renewals.ts'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { staffPayments } from '#contract/selling/staff-payments.ts'
import { confirmWith } from '#sandbox/test-stripe-js.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { renewing } from './testing/renewing.ts'

const counter = await fileFixture(openCounter())
const { subscribe, pass, run, get, behave, act, confirm } = renewing(counter)
const support = await signIn(counter.app, { support: true })

afterEach(() => counter.reset())

const open = async (id: string) =>
  (await counter.call(staffOrders.get, { params: { id } }, support)).body
const ask = (id: string) => counter.call(staffPayments.ask, { params: { id } }, support)

/** Creates a period whose charge ends as the card behaves. Returns its order. */
async function unpaid(does: string) {
  const customer = await subscribe()
  await behave(customer.card, does)
  await pass(customer.user.id, 29.1)
  await run()
  return { ...customer, period: (await get(customer.id)).open_order_id! }
}

test('the order of a declined renewal says so and is found by its charge, with its mails', async () => {
  const { id, card, cookie, user, period } = await unpaid('insufficient_funds')
  const order = await open(period)
  expect(order).toMatchObject({ payments: [], can_ask: true })
  expect(order.stuck).toMatch(
    /^The card was declined \(insufficient_funds\); retried in \d+ (h|days)\.$/,
  )
  const told = order.timeline.filter(({ kind }) => kind === 'event').map(({ text }) => text)
  expect(told).toContain('Stripe: payment failed')
  const q = order.charges[0]!.payment_intent_id!
  const found = await counter.call(staffOrders.search, { query: { q } }, support)
  expect(found.body.orders.map((each) => each.id)).toEqual([period])
  // Rechecking a declined charge does not charge the card again, and it counts as one failure.
  expect((await ask(period)).status).toBe(200)
  expect((await open(period)).charges).toHaveLength(1)

  await behave(card, 'lost_card')
  await act('pay', { id, cookie })
  expect((await open(period)).stuck).toBe(
    'The card was declined (lost_card); no automatic retry, ends in 14 days.',
  )
  await act('stop', { id, cookie })
  await counter.work()
  expect((await open(period)).stuck).toBe(
    'The card was declined (lost_card); the renewal no longer waits for this payment.',
  )
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test('checking a renewal with the provider delivers an unreported payment', async () => {
  const customer = await unpaid('authentication_required')
  const { card, period, user } = customer
  expect((await open(period)).stuck).toMatch(
    /^The bank requires the customer to confirm the renewal payment, ends in 14 days\.$/,
  )
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  const { body } = await confirm(customer)
  expect((await confirmWith(counter.sandboxUrl, body.client_secret!, card)).status).toBe(200)
  // Run no jobs here: the event of the declined charge has a delayed job, which reads the payment.
  expect((await open(period)).order.payment_status).toBe('waiting')
  expect((await ask(period)).body).toMatchObject({
    stuck: null,
    order: { payment_status: 'finished' },
    payments: [{ provider: 'stripe' }],
  })
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'purchase 30'])
})

test('a charge without a response shows when it was requested, and is checked again', async () => {
  const { id, user, card } = await subscribe()
  await pass(user.id, 29.1)
  await counter.switches({ stripe: { api: 'error' } })
  await run().catch(() => {})
  const period = (await get(id)).open_order_id!
  expect((await open(period)).stuck).toMatch(
    /^Stripe received the charge \d+ s ago and has not responded, checked again in \d+ min\.$/,
  )
  expect(await ask(period)).toMatchObject({ status: 502, code: 'provider_unreachable' })
  await counter.switches({ stripe: { api: 'ok' } })
  // Nothing has reached the provider, and a recheck charges nothing.
  expect((await ask(period)).body.charges).toMatchObject([{ status: 'asked' }])
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
  await behave(card, 'succeeds')
  await counter.db
    .updateTable('renewals')
    .set({ due_at: new Date() })
    .where('id', '=', id)
    .execute()
  await run()
  expect((await open(period)).stuck).toBeNull()
})

test('an earlier decline does not count as the response to the current attempt', async () => {
  const customer = await unpaid('insufficient_funds')
  const { id, period } = customer
  const { card } = counter.shop
  const silent = async () => ({ status: 'unknown' as const })
  counter.shop.card = Object.assign(Object.create(card), { retryCharge: silent })
  await act('pay', customer)
  counter.shop.card = card
  expect((await ask(period)).body.charges).toMatchObject([
    { status: 'asked' },
    { status: 'declined' },
  ])
  expect((await get(id)).state).toBe('charging')
})

test('a customer’s orders show the failing renewal with its product', async () => {
  const { id, cookie, order, period } = await unpaid('insufficient_funds')
  const look = async (of: string) =>
    (await counter.call(orders.get, { params: { id: of } }, { cookie })).body
  expect(await look(order)).toMatchObject({ renews: null, running: [id], autorenew: true })
  expect(await look(period)).toMatchObject({
    ...{ payment_status: 'waiting', renews: order, running: [id] },
  })
  const { body } = await counter.call(renewals.list, {}, { cookie })
  expect(body).toMatchObject([{ id, state: 'retrying' }])
  await act('stop', { id, cookie })
  expect(await look(order)).toMatchObject({ running: [], autorenew: false })
})
