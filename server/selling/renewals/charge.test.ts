import { afterEach, expect, test } from 'vitest'
import { subscriptions } from '#contract/access/subscriptions.ts'
import { orders } from '#contract/selling/orders.ts'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { confirmWith } from '#sandbox/test-stripe-js.ts'
import { grantTime } from '#server/access/subscriptions/ledger.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { receive } from '#server/kernel/testing/mailbox.ts'
import { addCard } from '#server/selling/cards/testing/add-card.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { remindOfFailures } from './announce.ts'
import { renewing } from './testing/renewing.ts'

const counter = await fileFixture(openCounter())
const { subscribe, pass, run, get, behave, act, buy, changeCard, confirm } = renewing(counter)

afterEach(() => counter.reset())

const ordersOf = async (cookie: string) => (await counter.call(orders.list, {}, { cookie })).body
const day = 86_400_000

test('a card renewed by its bank has a new expiry month, and is retried immediately', async () => {
  const { user, id, card } = await subscribe()
  await behave(card, 'expired_card')
  await pass(user.id, 29.1)
  await run()
  expect((await get(id)).state).toBe('retrying')
  await behave(card, '')
  await counter.control(`/stripe/cards/${card}/reissue?wait=true`, { month: 11, year: 2040 })
  await counter.work()
  await run()
  expect(await get(id)).toMatchObject({ state: 'on', card_exp_month: 11, card_exp_year: 2040 })
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'purchase 30'])
})

test('a charge is an order of its own at the agreed price, a day before the expiry', async () => {
  const { user, cookie, product, id, order } = await subscribe()
  await counter.db
    .updateTable('products')
    .set({ price_cents: 2999 })
    .where('id', '=', product)
    .execute()
  await pass(user.id, 28.9)
  await run()
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
  await pass(user.id, 0.2)
  await run()
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'purchase 30'])
  const [charged, first] = await ordersOf(cookie)
  expect(charged).toMatchObject({ total_price: 19.99, payment_status: 'finished', type: 'card' })
  expect(first).toMatchObject({ id: order, autorenew: true, renewals: [] })
  expect(await get(id)).toMatchObject({ state: 'on', paid_periods: 2, open_order_id: null })
  const { body } = await counter.call(subscriptions.list, {}, { cookie })
  const end = Date.parse(body[0]!.created_at) + body[0]!.term_length * 1000
  expect(Date.parse(body[0]!.renewal!.next_charge!)).toBe(end - day)
})

test('two terms are charged separately, each named by the order that last paid for it', async () => {
  const { cookie, user } = await counter.customer()
  const [a, b] = [await counter.addProduct(), await counter.addProduct()]
  const { body } = await counter.buyByCard(cookie, [
    { id: a, term_length: 1, renew: true },
    { id: b, term_length: 3, renew: true },
  ])
  await counter.session(body.session_id, 'confirm')
  await counter.work()
  const prices = async () =>
    (await ordersOf(cookie)).map(({ renewals }) => renewals.map(({ price }) => price))
  expect(await prices()).toEqual([[19.99, 53.97]])
  await pass(user.id, 29.1)
  await run()
  expect(await prices()).toEqual([[19.99], [53.97]])
})

test('retries a soft decline, unless the customer pays first', async () => {
  const customer = await subscribe()
  const { user, id, card } = customer
  await behave(card, 'insufficient_funds')
  await pass(user.id, 29.1)
  await run()
  const failed = await get(id)
  expect(failed).toMatchObject({ state: 'retrying' })
  expect(failed.due_at!.getTime()).toBeLessThan(failed.gives_up_at!.getTime())
  const refused = await act('pay', customer)
  expect([refused.status, refused.detail]).toEqual([402, 'Your card has insufficient funds.'])
  await behave(card, 'succeeds')
  await pass(user.id, 2)
  await run()
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'purchase 30'])
  expect(await get(id)).toMatchObject({ state: 'on', failed_at: null })
  expect((await act('pay', customer)).code).toBe('nothing_to_pay')
  // Staff see each attempt to charge the card on the page of the period's order.
  const period = (await ordersOf(customer.cookie)).find((order) => order.id !== customer.order)!
  const staff = await signIn(counter.app, { support: true })
  const { body } = await counter.call(staffOrders.get, { params: { id: period.id } }, staff)
  expect(body.charges).toMatchObject([
    { status: 'succeeded', card_last4: '4242', code: null },
    { status: 'declined', decline_code: 'insufficient_funds' },
    { status: 'declined', decline_code: 'insufficient_funds' },
  ])
  const told = body.timeline.filter(({ error }) => error === 'insufficient_funds')
  expect(told.map(({ text }) => text)).toEqual(['Card declined', 'Card declined'])
  const first = await counter.call(staffOrders.get, { params: { id: customer.order } }, staff)
  expect(first.body.charges).toEqual([])
})

test('after receiving time, a customer sees that no payment is needed, not that it was paid', async () => {
  const customer = await subscribe()
  const { user, id, card } = customer
  await behave(card, 'insufficient_funds')
  await pass(user.id, 29.1)
  await run()
  const productId = customer.product
  await grantTime(counter.db, { userId: user.id, productId, seconds: 30 * 86_400, cause: 'grant' })
  expect(await get(id)).toMatchObject({ state: 'retrying' })
  const pressed = await act('pay', customer)
  expect([pressed.status, pressed.code]).toEqual([409, 'nothing_to_pay'])
  expect(await get(id)).toMatchObject({ state: 'on' })
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'grant 30'])
})

test('a failed charge is closed as soon as the product is bought manually', async () => {
  const customer = await subscribe()
  const { user, id, card, product } = customer
  await behave(card, 'insufficient_funds')
  await pass(user.id, 29.1)
  await run()
  expect((await get(id)).state).toBe('retrying')
  await buy(customer, { id: product, term_length: 1 })
  await counter.work()
  expect(await get(id)).toMatchObject({ state: 'on', failed_at: null, open_order_id: null })
})

test('a hard decline waits for another card, which pays immediately', async () => {
  const customer = await subscribe()
  const { user, id, card, cookie } = customer
  await behave(card, 'lost_card')
  await pass(user.id, 29.1)
  await run()
  const { due_at, gives_up_at } = await get(id)
  expect(due_at).toEqual(gives_up_at)
  await addCard(counter, cookie, '5555555555554444', { make_default: true })
  await counter.work()
  expect(await get(id)).toMatchObject({ state: 'on', card_last4: '4444' })
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'purchase 30'])
})

test('after a restart of the renewal, a permanently declined card is not charged again', async () => {
  const customer = await subscribe()
  const { user, id, card, cookie } = customer
  await behave(card, 'lost_card')
  await pass(user.id, 29.1)
  await run()
  const before = await get(id)
  const mails = async () =>
    (await counter.mailsTo(user.email)).filter(({ subject }) => /payment/i.test(subject)).length
  const told = await mails()
  expect(told).toBeGreaterThan(0)
  await act('stop', customer)
  await run()
  expect((await act('resume', customer)).body.state).toBe('retrying')
  await run()
  expect(await get(id)).toMatchObject({
    state: 'retrying',
    failed_at: before.failed_at,
    gives_up_at: before.gives_up_at,
    due_at: before.gives_up_at,
  })
  expect(await mails()).toBe(told)
  const charges = counter.db.selectFrom('renewal_charges').select('status')
  expect(await charges.where('renewal_id', '=', id).execute()).toHaveLength(1)
  await addCard(counter, cookie, '5555555555554444', { make_default: true })
  await counter.work()
  expect(await get(id)).toMatchObject({ state: 'on', card_last4: '4444', gives_up_at: null })
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'purchase 30'])
})

test('with another card, a restarted renewal is charged immediately', async () => {
  const customer = await subscribe()
  const { user, id, card, cookie } = customer
  await behave(card, 'lost_card')
  await pass(user.id, 29.1)
  await run()
  await act('stop', customer)
  const other = await addCard(counter, cookie, '5555555555554444')
  expect((await changeCard(customer, other.id)).status).toBe(200)
  expect((await act('resume', customer)).body.state).toBe('on')
  await run()
  expect(await get(id)).toMatchObject({ state: 'on', card_last4: '4444', failed_at: null })
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'purchase 30'])
})

test('a renewal that is unpaid for two weeks ends', async () => {
  const { user, id, card } = await subscribe()
  await behave(card, 'insufficient_funds')
  await pass(user.id, 29.1)
  await run()
  for (let days = 0; days < 14; days += 1) {
    await pass(user.id, 1)
    await run()
  }
  expect(await get(id)).toMatchObject({ state: 'ended', ended_for: 'unpaid', open_order_id: null })
  const tries = counter.db.selectFrom('renewal_charges').select('status')
  const made = await tries.where('renewal_id', '=', id).execute()
  expect(made.map(({ status }) => status)).toEqual(Array(5).fill('declined'))
  await behave(card, 'succeeds')
  await pass(user.id, 30)
  await run()
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test('after two payments, a customer gets grace days, which the next payment deducts', async () => {
  const { user, card, cookie } = await subscribe()
  await pass(user.id, 29.1)
  await run()
  await behave(card, 'insufficient_funds')
  await pass(user.id, 30)
  await run()
  await pass(user.id, 1)
  await run()
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'purchase 30', 'grace 3'])
  const lent = async () =>
    (await counter.call(subscriptions.list, {}, { cookie })).body[0]!.renewal!.lent
  expect(await lent()).toBe(3 * 86_400)
  await pass(user.id, 2)
  await remindOfFailures(counter.db, counter.shop.config)
  const mails = await receive(counter, user.email)
  expect(mails.at(-1)!.text).toContain('Grace period included: 3 days')
  await behave(card, 'succeeds')
  // A morning has passed since the last attempt, whatever the current hour is.
  await run()
  expect(await lent()).toBe(0)
  expect((await counter.ledger(user.id)).slice(3)).toEqual(['purchase 30', 'grace_back -3'])
})

test('a bank’s challenge is confirmed on a page', async () => {
  const customer = await subscribe()
  const { user, id, card } = customer
  await behave(card, 'authentication_required')
  await pass(user.id, 29.1)
  await run()
  expect((await get(id)).state).toBe('needs_action')
  const { body } = await confirm(customer)
  expect(body).toMatchObject({ card_id: card, renewal: { state: 'needs_action' } })
  expect((await confirmWith(counter.sandboxUrl, body.client_secret!, card)).status).toBe(200)
  await confirm(customer)
  await counter.work()
  expect(await get(id)).toMatchObject({ state: 'on' })
  // The page also calls this if Stripe's event has already settled the payment.
  expect((await confirm(customer)).body).toMatchObject({
    client_secret: null,
    renewal: { state: 'on' },
  })
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'purchase 30'])
})

test('a renewal that was stopped and turned on instead of confirmed is not reported as paid', async () => {
  const customer = await subscribe()
  await behave(customer.card, 'authentication_required')
  await pass(customer.user.id, 29.1)
  await run()
  await act('stop', customer)
  await act('resume', customer)
  expect((await get(customer.id)).state).toBe('on')
  expect((await confirm(customer)).body).toMatchObject({ code: 'nothing_to_pay' })
})

test('an unresponsive provider changes no card, confirms nothing and charges nothing', async () => {
  const customer = await subscribe()
  const { id, card, user, cookie } = customer
  const added = await addCard(counter, cookie, '5555555555554444')
  await behave(card, 'authentication_required')
  await pass(user.id, 29.1)
  await run()
  const wanting = await get(id)
  expect(wanting.state).toBe('needs_action')
  await counter.switches({ stripe: { api: 'error' } })
  for (const answer of [await changeCard(customer, added.id), await confirm(customer)])
    expect([answer.status, answer.code]).toEqual([502, 'provider_unreachable'])
  expect(await get(id)).toEqual(wanting)
  // The outcome of a retried payment is unknown until it is read from the provider.
  const paid = await act('pay', customer)
  expect([paid.status, paid.code]).toEqual([409, 'charge_undecided'])
  await counter.reset()
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test('after no response about the other card, the customer sees that the outcome is unknown', async () => {
  const customer = await subscribe()
  const added = await addCard(counter, customer.cookie, '5555555555554444')
  await behave(customer.card, 'insufficient_funds')
  await pass(customer.user.id, 29.1)
  await run()
  const { card } = counter.shop
  const silent = async () => ({ status: 'unknown' as const })
  counter.shop.card = Object.assign(Object.create(card), { retryCharge: silent })
  const { status, code } = await changeCard(customer, added.id)
  counter.shop.card = card
  expect([status, code]).toEqual([409, 'charge_undecided'])
})
