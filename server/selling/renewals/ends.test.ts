import { afterEach, expect, test } from 'vitest'
import { staffSubscriptions } from '#contract/access/staff-subscriptions.ts'
import { staffUsers } from '#contract/people/staff-users.ts'
import { cookieName } from '#server/kernel/http/callers.ts'
import { signIn, startSessionOf } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { renewing } from './testing/renewing.ts'

const counter = await fileFixture(openCounter())
const admin = await signIn(counter.app, { admin: true })
const { subscribe, buy, act, pass, run, get, behave } = renewing(counter)

afterEach(() => counter.reset())

const setBanned = ({ user }: Renewed, banned: boolean) =>
  counter.call(staffUsers.change, { params: { uid: user.id }, body: { banned } }, admin)

type Renewed = Awaited<ReturnType<typeof subscribe>>

async function failing() {
  const customer = await subscribe()
  await behave(customer.card, 'insufficient_funds')
  await pass(customer.user.id, 29.1)
  await run()
  return customer
}

const ends: [string, (customer: Renewed) => Promise<unknown>][] = [
  ['deleted', ({ user }) => counter.call(staffUsers.remove, { params: { uid: user.id } }, admin)],
  [
    'revoked',
    ({ user, product }) =>
      counter.call(
        staffSubscriptions.remove,
        { params: { uid: user.id }, body: { game_id: product } },
        admin,
      ),
  ],
  ['refunded', ({ session }) => counter.session(session, 'refund')],
]

test.each(ends)('a renewal with an open payment ends if its customer is %s', async (why, act) => {
  const customer = await failing()
  const { open_order_id: order } = await get(customer.id)
  await act(customer)
  await counter.work()
  const ended = await get(customer.id)
  expect(ended).toMatchObject({ state: 'ended', ended_for: why, due_at: null })
  expect(ended.card_last4 === null).toBe(why === 'deleted')
  expect(await counter.statusOf(order!)).toBe('failed')
  // The provider deletes the cards of a deleted customer.
  if (why !== 'deleted') await behave(customer.card, 'succeeds')
  await pass(customer.user.id, 3)
  await run()
  expect(await counter.statusOf(order!)).toBe('failed')
})

test('a dispute holds the renewal, a win continues it, and a loss ends it', async () => {
  const [won, lost] = [await subscribe(), await subscribe()]
  for (const { session } of [won, lost]) await counter.session(session, 'dispute')
  await counter.work()
  for (const { user, id } of [won, lost]) {
    await pass(user.id, 29.5)
    await run()
    expect(await get(id)).toMatchObject({ state: 'held', held_for: 'dispute' })
    expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'freeze -30'])
  }
  await counter.session(won.session, 'dispute-won')
  await counter.session(lost.session, 'dispute-lost')
  await counter.work()
  expect(await get(won.id)).toMatchObject({ state: 'on', held_for: null })
  await pass(won.user.id, 29.5)
  await run()
  expect(await counter.ledger(won.user.id)).toEqual([
    'purchase 30',
    'freeze -30',
    'unfreeze 30',
    'purchase 30',
  ])
  expect(await get(lost.id)).toMatchObject({ state: 'ended', ended_for: 'disputed' })
})

test('a charge that is disputed or refunded at the provider belongs to its own order', async () => {
  const { user, id } = await subscribe()
  await pass(user.id, 29.5)
  await run()
  const charged = await counter.db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['provider_id', 'orders.id as order'])
    .where('user_id', '=', user.id)
    .where('renews_order_id', 'is not', null)
    .executeTakeFirstOrThrow()
  await counter.control(`/stripe/payments/${charged.provider_id}/refund?wait=true`)
  await counter.work()
  expect(await counter.statusOf(charged.order)).toBe('refunded')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'purchase 30', 'refund -30'])
  expect(await get(id)).toMatchObject({ state: 'ended', ended_for: 'refunded' })
})

test('restarting a renewal during a dispute keeps it on hold until the decision', async () => {
  const customer = await subscribe()
  const { user, product, id } = customer
  const later = await buy(customer, { id: product, term_length: 1 })
  await counter.session(later.session_id, 'dispute')
  await counter.work()
  await act('stop', customer)
  expect((await act('resume', customer)).body).toMatchObject({ state: 'held' })
  expect(await get(id)).toMatchObject({ state: 'held', held_for: 'dispute', due_at: null })
  await pass(user.id, 29.2)
  await run()
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'purchase 30', 'freeze -30'])
  await counter.session(later.session_id, 'dispute-won')
  await counter.work()
  expect(await get(id)).toMatchObject({ state: 'on', held_for: null })
})

test('a product that is no longer sold is not charged, also after failed charges', async () => {
  const customer = await failing()
  const { user, product, id, card } = customer
  const { open_order_id: order } = await get(id)
  const sell = (disabled: boolean) =>
    counter.db.updateTable('products').set({ disabled }).where('id', '=', product).execute()
  await sell(true)
  await behave(card, 'succeeds')
  expect(await act('pay', customer)).toMatchObject({ status: 409, code: 'nothing_to_pay' })
  await pass(user.id, 1.5)
  await run()
  expect(await get(id)).toMatchObject({ state: 'held', held_for: 'product', open_order_id: null })
  expect(await counter.statusOf(order!)).toBe('failed')
  await sell(false)
  await pass(user.id, 1.1)
  await run()
  await run()
  expect(await get(id)).toMatchObject({ state: 'on', held_for: null })
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'purchase 30'])
})

test('a product that is not sold is charged once it is sold again', async () => {
  const { user, product, id } = await subscribe()
  const sell = (disabled: boolean) =>
    counter.db.updateTable('products').set({ disabled }).where('id', '=', product).execute()
  await sell(true)
  await pass(user.id, 29.2)
  await run()
  expect(await get(id)).toMatchObject({ state: 'held', held_for: 'product' })
  await sell(false)
  await pass(user.id, 1.1)
  await run()
  await run()
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'purchase 30'])
})

test('a ban stops renewals with a log entry, and the customer can turn them on again after it', async () => {
  const customer = await subscribe()
  await setBanned(customer, true)
  expect(await get(customer.id)).toMatchObject({ state: 'stopping', ended_for: null })
  const logged = await counter.db
    .selectFrom('logs')
    .select('details')
    .where('user_id', '=', customer.user.id)
    .where('message', '=', 'Renewal stopped')
    .execute()
  expect(logged).toMatchObject([{ details: { renewal: customer.id, why: 'banned' } }])
  await setBanned(customer, false)
  expect(await get(customer.id)).toMatchObject({ state: 'stopping' })
  const token = await startSessionOf(counter.db, customer.user.id)
  const again = { ...customer, cookie: `${cookieName(counter.shop.config)}=${token}` }
  expect((await act('resume', again)).body).toMatchObject({ state: 'on' })
})

test('a renewal whose payment is open is not charged after a ban', async () => {
  const customer = await failing()
  const { open_order_id: order } = await get(customer.id)
  await setBanned(customer, true)
  await counter.work()
  expect(await get(customer.id)).toMatchObject({ state: 'stopping', open_order_id: null })
  expect(await counter.statusOf(order!)).toBe('failed')
  await behave(customer.card, 'succeeds')
  await pass(customer.user.id, 3)
  await run()
  expect(await get(customer.id)).toMatchObject({ state: 'ended', ended_for: 'banned' })
  expect(await counter.statusOf(order!)).toBe('failed')
})
