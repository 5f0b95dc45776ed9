import { afterEach, expect, test } from 'vitest'
import { orders } from '#contract/selling/orders.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { payoutDesk } from '#server/selling/payouts/testing/desk.ts'
import { pendingCard, refundDesk } from '#server/selling/refunds/testing/bought.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const admin = await signIn(counter.app, { admin: true })
const { buy, look, refund } = refundDesk(counter, admin)
afterEach(() => counter.reset())

type Bought = { order: string; cookie: string }

/** The refundable amount, the obstacle for staff, and whether the customer can request a refund. */
async function shown({ order, cookie }: Bought) {
  const { refundable, refund_obstacle } = await look(order)
  const mine = await counter.call(orders.get, { params: { id: order } }, { cookie })
  return [refundable?.left ?? null, refund_obstacle, mine.body.can_request_refund]
}

test('an order says what can be refunded, or why nothing can be', async () => {
  const open = await counter.newCardOrder()
  expect(await shown(open)).toEqual([null, 'unpaid', false])

  const paid = await buy()
  const all = { items: [{ id: paid.items[0]!, amount: 19.99 }] }
  expect(await shown(paid)).toEqual([19.99, null, true])
  await refund(paid.order, { items: [{ id: paid.items[0]!, amount: 5 }] })
  expect(await shown(paid)).toEqual([14.99, null, true])
  await refund(paid.order, { items: [{ id: paid.items[0]!, amount: 14.99 }] })
  expect(await shown(paid)).toEqual([null, 'refunded', false])

  const pending = await buy({ card: pendingCard })
  await refund(pending.order, { items: [{ id: pending.items[0]!, amount: 19.99 }] })
  expect(await shown(pending)).toEqual([null, 'refund_pending', false])

  const elsewhere = await buy()
  await counter.session(elsewhere.session, 'refund')
  await counter.work()
  expect(await shown(elsewhere)).toEqual([null, 'refunded_at_provider', false])

  const disputed = await buy()
  await counter.session(disputed.session, 'dispute')
  await counter.work()
  expect(await shown(disputed)).toEqual([null, 'disputed', false])
  expect((await refund(disputed.order, { ...all, left: 19.99 })).code).toBe('payment_disputed')
  await counter.session(disputed.session, 'dispute-lost')
  await counter.work()
  expect(await shown(disputed)).toEqual([null, 'dispute_lost', false])
})

test('the customer can request a refund of an order that staff cannot refund here', async () => {
  const imported = await buy()
  await db
    .updateTable('payments')
    .set({ provider_reference: null })
    .where('order_id', '=', imported.order)
    .execute()
  expect(await shown(imported)).toEqual([null, 'no_card_payment', true])
  const all = { items: [{ id: imported.items[0]!, amount: 19.99 }], left: 19.99 }
  expect((await refund(imported.order, all)).code).toBe('nothing_to_refund')
})

test('a crypto order can be refunded once coins have arrived', async () => {
  const { order, cookie } = await payoutDesk(counter, admin).buy()
  expect(await shown({ order, cookie })).toEqual([19.99, null, true])
  await db.updateTable('payments').set({ actually_paid: 0 }).where('order_id', '=', order).execute()
  expect(await shown({ order, cookie })).toEqual([null, 'no_crypto_payment', true])
})

test('an order that was paid in several coins cannot be refunded from its page', async () => {
  const desk = payoutDesk(counter, admin)
  const { order, cookie } = await desk.buy()
  await desk.payInAnotherCoin(order)
  expect(await shown({ order, cookie })).toEqual([null, 'several_coins', true])
  // Coins that wait for review do not count towards the order.
  await db
    .updateTable('payments')
    .set({ review: 'other_coin' })
    .where('order_id', '=', order)
    .where('pay_currency', '=', 'ltc')
    .execute()
  expect(await shown({ order, cookie })).toEqual([19.99, null, true])
})

test('a free order has nothing to refund', async () => {
  const { user, cookie } = await counter.customer()
  const { id: order } = await db
    .insertInto('orders')
    .values({ user_id: user.id, type: 'free', total_cents: 0, payment_status: 'finished' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await shown({ order, cookie })).toEqual([null, 'free', false])
})
