import { expect, test } from 'vitest'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from './testing/counter.ts'

const counter = await fileFixture(openCounter())

async function payWith(card?: string) {
  const { order, session } = await counter.newCardOrder()
  await counter.session(session, 'confirm', card ? { card } : {})
  await counter.work()
  const { card_fingerprint } = await counter.db
    .selectFrom('payments')
    .select('card_fingerprint')
    .where('order_id', '=', order)
    .executeTakeFirstOrThrow()
  return { order, fingerprint: card_fingerprint! }
}

test('a card payment stores the fingerprint of its card number, and staff never see it', async () => {
  const first = await payWith()
  const second = await payWith()
  const other = await payWith('5555555555554444')
  expect(first.fingerprint).toMatch(/^\S{16}$/)
  expect(second.fingerprint).toBe(first.fingerprint)
  expect(other.fingerprint).not.toBe(first.fingerprint)
  const admin = await signIn(counter.app, { admin: true })
  const shown = await counter.call(staffOrders.get, { params: { id: first.order } }, admin)
  expect(shown.body.payments).toMatchObject([{ card_last4: '4242' }])
  const logged = await counter.db.selectFrom('logs').select('details').execute()
  const events = await counter.db.selectFrom('payment_events').select('payload').execute()
  expect(JSON.stringify([shown.body, logged, events])).not.toContain(first.fingerprint)
})
