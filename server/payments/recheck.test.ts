import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { recheckPayments } from './reconcile.ts'
import { type Counter, openCounter } from './testing/counter.ts'

let counter: Counter
beforeAll(async () => {
  counter = await openCounter()
})
afterEach(() => counter.reset())
afterAll(() => counter.close())

async function placeOrder() {
  const { user, cookie } = await counter.customer()
  const game = await counter.addGame()
  const { body } = await counter.buyByCard(cookie, [{ id: game, term_length: 1 }])
  return { user, order: body.order_id, session: body.session_id }
}

/** Makes every payment one that was last asked about a while ago. */
async function passTime({ over = false } = {}) {
  await counter.db
    .updateTable('payments')
    .set({ checked_at: new Date(Date.now() - 600_000) })
    .execute()
  if (over) await counter.db.updateTable('orders').set({ expires_at: new Date() }).execute()
}

test('a lost webhook is made up for by asking the provider', async () => {
  const { user, order, session } = await placeOrder()
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  await counter.session(session, 'confirm')
  await recheckPayments(counter.shop)
  expect(await counter.statusOf(order), 'asked about too early').toBe('waiting')
  await passTime()
  await Promise.all([recheckPayments(counter.shop), recheckPayments(counter.shop)])
  expect(await counter.statusOf(order)).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test('a session over its window is ended at the provider, so that it cannot be paid', async () => {
  const { order, session } = await placeOrder()
  await passTime({ over: true })
  await recheckPayments(counter.shop)
  expect(await counter.statusOf(order)).toBe('expired')
  await expect(counter.session(session, 'confirm')).rejects.toThrow('expired')
})

test('a session that was paid in its last moment is paid', async () => {
  const { order, session } = await placeOrder()
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  await counter.session(session, 'confirm')
  await passTime({ over: true })
  await recheckPayments(counter.shop)
  expect(await counter.statusOf(order)).toBe('finished')
})

test('a provider that is down is asked again later, and nothing expires meanwhile', async () => {
  const { order, session } = await placeOrder()
  await counter.session(session, 'confirm')
  await passTime({ over: true })
  await counter.switches({ stripe: { api: 'error' } })
  await recheckPayments(counter.shop)
  expect(await counter.statusOf(order)).toBe('waiting')
  await counter.reset()
  await recheckPayments(counter.shop)
  expect(await counter.statusOf(order)).toBe('finished')
})

test('a payment that the provider does not know holds up nobody', async () => {
  const unknown = await placeOrder()
  const other = await placeOrder()
  await counter.db
    .updateTable('payments')
    .set({ provider_id: 'cs_test_gone' })
    .where('order_id', '=', unknown.order)
    .execute()
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  await counter.session(other.session, 'confirm')
  await passTime()
  await recheckPayments(counter.shop)
  expect(await counter.statusOf(other.order)).toBe('finished')
  expect(await counter.statusOf(unknown.order)).toBe('waiting')
  await passTime({ over: true })
  await recheckPayments(counter.shop)
  expect(await counter.statusOf(unknown.order)).toBe('expired')
})
