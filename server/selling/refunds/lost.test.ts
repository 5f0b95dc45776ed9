import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { staffRefunds } from '#contract/selling/staff-refunds.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { placeRefund } from './place.ts'
import { recheckRefunds } from './recheck.ts'
import { day, pendingCard, refundDesk } from './testing/bought.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const admin = await signIn(counter.app, { admin: true })
const { buy, held, look, mailsOf, refund, rows } = refundDesk(counter, admin)

afterEach(() => counter.reset())

/** Makes the refunds due for another check. */
const later = () =>
  sql`update refunds set checked_at = checked_at - interval '1 day' where status in ('asked', 'pending')`.execute(
    db,
  )
const recheck = async () => {
  await later()
  await recheckRefunds(db, counter.shop.card!)
}

test('a refund without a response stays pending, and is requested again, once', async () => {
  const { order, items } = await buy()
  await counter.switches({ stripe: { api: 'error' } })
  const { status, body } = await refund(order, { items: [{ id: items[0]!, amount: 7 }] })
  expect([status, body.status, body.asked_error]).toEqual([
    201,
    'asked',
    expect.stringContaining('Stripe'),
  ])
  // The time is still there, the amount is reserved, and the customer has not been notified.
  expect(await held(order)).toBe(30 * day)
  expect((await look(order)).refundable!.left).toBe(12.99)
  await recheck()
  expect((await rows(order))[0]!.status).toBe('asked')
  await counter.reset()
  await Promise.all([recheck(), recheck()])
  expect((await rows(order))[0]!.status).toBe('succeeded')
  expect(await held(order)).toBe(30 * day - Math.round((30 * day * 700) / 1999))
})

test('recovers a refund of a killed process, once', async () => {
  const { order, items } = await buy()
  const wanted = {
    id: randomUUID(),
    items: [{ id: items[0]!, amount: 300 }],
    left: 1999,
    take_time: true,
    give_code: false,
    stop_renewal: true,
    reason: 'other' as const,
    note: '',
  }
  const staff = { ...admin.user, admin: true, support: false }
  await placeRefund(db, staff, order, wanted)
  const { provider_reference } = await db
    .selectFrom('payments')
    .select('provider_reference')
    .where('order_id', '=', order)
    .executeTakeFirstOrThrow()
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  const card = counter.shop.card!
  const paymentIntentId = provider_reference!
  await card.createRefund({ id: wanted.id, paymentIntentId, amountCents: 300, why: 'duplicate' })
  expect((await rows(order))[0]!.status).toBe('asked')
  await db
    .updateTable('refunds')
    .set({ created_at: sql`now() - interval '2 days'` })
    .where('id', '=', wanted.id)
    .execute()
  await later()
  // The provider has forgotten the key, so the refund is found by its metadata.
  const createRefund = () => Promise.reject(new Error('Not again'))
  await recheckRefunds(db, { ...card, createRefund })
  expect(await rows(order)).toMatchObject([{ status: 'succeeded', amount_cents: 300 }])
  expect(await card.listRefunds(paymentIntentId)).toHaveLength(1)
})

test('a refund whose response cannot be processed delays no other', async () => {
  await counter.switches({ stripe: { api: 'error' } })
  const orders: string[] = []
  for (let n = 0; n < 3; n += 1) {
    await counter.reset()
    const { order, items } = await buy()
    await counter.switches({ stripe: { api: 'error' } })
    await refund(order, { items: [{ id: items[0]!, amount: 5 }] })
    orders.push(order)
  }
  await counter.reset()
  await later()
  const card = counter.shop.card!
  const poisoned = (await rows(orders[0]!))[0]!.id
  const createRefund: typeof card.createRefund = (asked) =>
    asked.id === poisoned ? Promise.reject(new Error('No such field')) : card.createRefund(asked)
  await expect(recheckRefunds(db, { ...card, createRefund })).rejects.toThrow(
    '1 refunds could not be checked; the first: No such field',
  )
  const states = await Promise.all(orders.map(async (order) => (await rows(order))[0]!.status))
  expect(states).toEqual(['asked', 'succeeded', 'succeeded'])
  await recheck()
})

test('a refund in the dashboard is recorded by its amount, for review', async () => {
  const { user, order, session } = await buy({ products: 2 })
  await counter.session(session, 'refund', { amount: 10 })
  await counter.work()
  const { refunds, refundable, timeline } = await look(order)
  expect(refunds).toMatchObject([
    { amount: 10, by: null, reason: null, look_at: true, items: [{ amount: 5 }, { amount: 5 }] },
  ])
  expect(refundable!.left).toBe(29.98)
  expect(timeline.map(({ text }) => text)).toContain('Refund of $10.00 made at the provider')
  expect(await held(order)).toBe(60 * day - 2 * Math.round((30 * day * 500) / 1999))
  expect(await mailsOf(user.id)).toEqual(['refund'])
  const params = { id: order, refund: refunds[0]!.id }
  const toLookAt = async () => {
    const [found, waiting] = await Promise.all([
      counter.call(staffOrders.search, { query: { look: 'refund' } }, admin),
      counter.call(staffOrders.waiting, {}, admin),
    ])
    expect(waiting.body.refunds).toBe(found.body.total)
    return found.body.orders.map(({ id }) => id)
  }
  expect(await toLookAt()).toContain(order)
  const looked = await counter.call(staffRefunds.look, { params }, admin)
  expect(looked.body.look_at).toBe(false)
  expect(await toLookAt()).not.toContain(order)
  const unknown = { id: order, refund: randomUUID() }
  expect((await counter.call(staffRefunds.look, { params: unknown }, admin)).status).toBe(404)
  // The rest is also refunded in the dashboard.
  await counter.session(session, 'refund')
  await counter.work()
  expect(await counter.statusOf(order)).toBe('refunded')
  expect(await held(order)).toBe(0)
})

test('the daily check finds refunds whose events were lost', async () => {
  const { order, session } = await buy()
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  await counter.session(session, 'refund', { amount: 2.5 })
  await counter.work()
  expect(await rows(order)).toEqual([])
  const { reconcilePaid } = await import('#server/selling/payments/reconcile-paid.ts')
  await reconcilePaid(counter.shop, { underway: '0 seconds' })
  await counter.work()
  expect((await rows(order)).map(({ amount_cents }) => amount_cents)).toEqual([250])
})

test('checks a pending refund whose event was lost', async () => {
  const { order, items } = await buy({ card: pendingCard })
  await refund(order, { items: [{ id: items[0]!, amount: 2 }] })
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  const [row] = await rows(order)
  await counter.refund(row!.provider_id!, 'fail')
  await recheck()
  expect((await rows(order))[0]!.status).toBe('failed')
  expect(await held(order)).toBe(30 * day)
})

test('a refund that the provider refuses has failed, with its reason, and the time stays', async () => {
  const { order, items, session } = await buy()
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  await counter.session(session, 'refund')
  const { status, body } = await refund(order, { items: [{ id: items[0]!, amount: 5 }] })
  expect([status, body.status, body.failure]).toEqual([
    201,
    'failed',
    expect.stringContaining('already been refunded'),
  ])
  expect(await held(order)).toBe(30 * day)
})
