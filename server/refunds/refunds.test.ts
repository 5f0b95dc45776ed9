import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { staffRefunds } from '#contract/staff-refunds.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/payments/testing/counter.ts'
import { placeRefund } from './place.ts'
import { recheckRefunds } from './recheck.ts'
import { refundDesk } from './testing/bought.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const admin = await signIn(counter.app, { admin: true })
const { buy, held, look, preview, refund, rows } = refundDesk(counter, admin)

afterEach(() => counter.reset())

const day = 86_400
const pendingCard = '4000000000007726'
/** As if so much time had gone by since the refund was asked about. */
const later = () =>
  sql`update refunds set checked_at = checked_at - interval '1 day' where status in ('asked', 'pending')`.execute(
    db,
  )
const recheck = async () => {
  await later()
  await recheckRefunds(db, counter.shop.card!)
}
const mailsOf = async (userId: number) =>
  (
    await db
      .selectFrom('mails')
      .select(['template', 'text_body'])
      .where('user_id', '=', userId)
      .where('template', 'like', 'refund%')
      .orderBy('id')
      .execute()
  ).map(({ template }) => template)
/** As if an order had been bought so many days ago. */
async function age(order: string, days: number) {
  await sql`update orders set paid_at = paid_at - make_interval(days => ${days}::int) where id = ${order}`.execute(
    db,
  )
  await sql`update subscriptions
    set created_at = created_at - make_interval(days => ${days}::int),
        ends_at = ends_at - make_interval(days => ${days}::int)
    where id in (select subscription_id from time_entries join order_items
                   on order_items.id = order_item_id where order_id = ${order})`.execute(db)
}

test('a part goes back with its share of the time, and the order stays finished', async () => {
  const { user, cookie, order, items } = await buy()
  await age(order, 10)
  const before = await look(order)
  // 20 of 30 days are left of $19.99.
  expect(before.refundable).toMatchObject({ left: 19.99, items: [{ left: 19.99, unused: 13.33 }] })
  const wanted = { items: [{ id: items[0]!, amount: 13.33 }] }
  const told = await preview(order, wanted)
  expect(told.body).toMatchObject({ amount: 13.33, whole: false, renewal: true, codes: [] })
  expect(told.body.time).toHaveLength(1)
  const { seconds } = told.body.time[0]!
  expect(Math.abs(seconds - 20 * day)).toBeLessThan(day / 100)
  // Nothing has happened yet.
  expect(await rows(order)).toEqual([])
  expect(await held(order)).toBe(30 * day)

  const { status, body } = await refund(order, wanted)
  expect([status, body.status]).toEqual([201, 'succeeded'])
  expect(body.items).toEqual([
    { product: before.refundable!.items[0]!.product, amount: 13.33, seconds },
  ])
  expect(await held(order)).toBe(30 * day - seconds)
  expect(await counter.statusOf(order)).toBe('finished')
  await counter.work()
  const mine = await counter.call(orders.get, { params: { id: order } }, { cookie })
  expect(mine.body).toMatchObject({
    payment_status: 'finished',
    refunded: 13.33,
    autorenew: false,
    refunds: [{ amount: 13.33, status: 'succeeded' }],
  })
  expect(await mailsOf(user.id)).toEqual(['refund'])
  const { timeline, refunds, refundable } = await look(order)
  expect(timeline.map(({ text }) => text)).toContain('Refund of $13.33 asked for')
  expect(refunds).toMatchObject([{ by: admin.user.username, reason: 'requested', look_at: false }])
  expect(refundable!.left).toBe(6.66)
})

test('all of it, in parts, ends the order: time, code and referral go back', async () => {
  const referrer = await counter.customer()
  const bought = await buy({ products: 2, code: 'WHOLE' })
  const { order, items, user } = bought
  await db
    .insertInto('referral_conversions')
    .values({ referred_id: user.id, referrer_id: referrer.user.id, order_id: order })
    .execute()
  const { refundable } = await look(order)
  const [one, two] = refundable!.items
  await refund(order, { items: [{ id: items[0]!, amount: 5 }] })
  expect(await counter.usesOf('WHOLE')).toBe(1)
  const rest = {
    items: [
      { id: one!.id, amount: Math.round((one!.left - 5) * 100) / 100 },
      { id: two!.id, amount: two!.left },
    ],
    give_code: true,
  }
  const told = await preview(order, rest)
  expect(told.body).toMatchObject({
    whole: true,
    codes: ['WHOLE'],
    referrer: referrer.user.username,
  })
  expect(told.body.time.map(({ over }) => over)).toEqual([true, true])
  await refund(order, rest)
  expect(await counter.statusOf(order)).toBe('refunded')
  expect(await held(order)).toBe(0)
  expect(await counter.usesOf('WHOLE')).toBe(0)
  const again = await refund(order, { items: [{ id: items[0]!, amount: 1 }] })
  expect([again.status, again.detail]).toEqual([409, 'Nothing is left to refund'])
})

test('switches that are off leave time, code and renewal alone', async () => {
  const { order, items, cookie } = await buy({ code: 'STAYS' })
  const { refundable } = await look(order)
  const wanted = {
    items: [{ id: items[0]!, amount: refundable!.left }],
    take_time: false,
    give_code: false,
    stop_renewal: false,
  }
  const told = await preview(order, wanted)
  expect(told.body).toMatchObject({ time: [], codes: [], renewal: false, whole: true })
  await refund(order, wanted)
  await counter.work()
  expect(await counter.statusOf(order)).toBe('refunded')
  expect(await held(order)).toBe(30 * day)
  expect(await counter.usesOf('STAYS')).toBe(1)
  const mine = await counter.call(orders.get, { params: { id: order } }, { cookie })
  expect(mine.body.autorenew).toBe(true)
})

test('one that fails later brings everything back, and can be asked for again', async () => {
  const { user, order, items } = await buy({ card: pendingCard, code: 'BACK' })
  const { refundable } = await look(order)
  const wanted = { items: [{ id: items[0]!, amount: refundable!.left }], give_code: true }
  expect((await refund(order, wanted)).body.status).toBe('pending')
  expect(await counter.statusOf(order)).toBe('refunded')
  expect([await held(order), await counter.usesOf('BACK')]).toEqual([0, 0])
  const [row] = await rows(order)
  await counter.work()
  await counter.refund(row!.provider_id!, 'fail')
  await counter.work()
  expect(await counter.statusOf(order)).toBe('finished')
  expect([await held(order), await counter.usesOf('BACK')]).toEqual([30 * day, 1])
  expect((await look(order)).refunds).toMatchObject([
    { status: 'failed', failure: 'expired or canceled card' },
  ])
  expect(await mailsOf(user.id)).toEqual(['refund', 'refund-failed'])
  expect((await refund(order, wanted)).status).toBe(201)
  expect(await held(order)).toBe(0)
})

test('a pending part succeeds, and another is canceled', async () => {
  const { order, items } = await buy({ card: pendingCard })
  for (const amount of [4, 6]) await refund(order, { items: [{ id: items[0]!, amount }] })
  const share = await held(order)
  const [four, six] = await rows(order)
  await counter.refund(four!.provider_id!, 'succeed')
  await counter.refund(six!.provider_id!, 'cancel')
  await counter.work()
  expect((await rows(order)).map(({ status }) => status)).toEqual(['succeeded', 'canceled'])
  expect(await held(order)).toBe(share + Math.round((30 * day * 600) / 1999))
  expect((await look(order)).refundable!.left).toBe(15.99)
})

test('what the provider does not answer stays asked, and is asked again, once', async () => {
  const { order, items } = await buy()
  await counter.switches({ stripe: { api: 'error' } })
  const { status, body } = await refund(order, { items: [{ id: items[0]!, amount: 7 }] })
  expect([status, body.status, body.asked_error]).toEqual([
    201,
    'asked',
    expect.stringContaining('Stripe'),
  ])
  // Its time is still there, its money is spoken for, and the customer is told of nothing.
  expect(await held(order)).toBe(30 * day)
  expect((await look(order)).refundable!.left).toBe(12.99)
  await recheck()
  expect((await rows(order))[0]!.status).toBe('asked')
  await counter.reset()
  await Promise.all([recheck(), recheck()])
  expect((await rows(order))[0]!.status).toBe('succeeded')
  expect(await held(order)).toBe(30 * day - Math.round((30 * day * 700) / 1999))
})

test('a process that was killed while it waited is made up for, once', async () => {
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
  // Its key is forgotten by now: it is found by what it says of itself.
  const createRefund = () => Promise.reject(new Error('Not again'))
  await recheckRefunds(db, { ...card, createRefund })
  expect(await rows(order)).toMatchObject([{ status: 'succeeded', amount_cents: 300 }])
  expect(await card.listRefunds(paymentIntentId)).toHaveLength(1)
})

test('one that is made in the dashboard is adopted by price, and looked at', async () => {
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
  const looked = await counter.call(staffRefunds.look, { params }, admin)
  expect(looked.body.look_at).toBe(false)
  const unknown = { id: order, refund: randomUUID() }
  expect((await counter.call(staffRefunds.look, { params: unknown }, admin)).status).toBe(404)
  // The rest, from the dashboard too.
  await counter.session(session, 'refund')
  await counter.work()
  expect(await counter.statusOf(order)).toBe('refunded')
  expect(await held(order)).toBe(0)
})

test('refunds whose events were lost are found by the daily look', async () => {
  const { order, session } = await buy()
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  await counter.session(session, 'refund', { amount: 2.5 })
  await counter.work()
  expect(await rows(order)).toEqual([])
  const { reconcilePaid } = await import('#server/payments/reconcile-paid.ts')
  await reconcilePaid(counter.shop, '0 seconds')
  await counter.work()
  expect((await rows(order)).map(({ amount_cents }) => amount_cents)).toEqual([250])
})

test('a pending one whose event was lost is asked about', async () => {
  const { order, items } = await buy({ card: pendingCard })
  await refund(order, { items: [{ id: items[0]!, amount: 2 }] })
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  const [row] = await rows(order)
  await counter.refund(row!.provider_id!, 'fail')
  await recheck()
  expect((await rows(order))[0]!.status).toBe('failed')
  expect(await held(order)).toBe(30 * day)
})

test('two who give back the same at once: one is told that somebody was faster', async () => {
  const { order, items } = await buy()
  const part = { items: [{ id: items[0]!, amount: 12 }], left: 19.99 }
  const answers = await Promise.all([1, 2, 3, 4].map(() => refund(order, part)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)!.code).toBe('refund_changed')
  expect(await rows(order)).toHaveLength(1)
})

test('the same refund sent twice is one', async () => {
  const { order, items } = await buy()
  const id = randomUUID()
  const part = { id, items: [{ id: items[0]!, amount: 2 }], left: 19.99 }
  const answers = await Promise.all([1, 2, 3].map(() => refund(order, part)))
  expect(answers.map(({ status, body }) => [status, body.id])).toEqual(Array(3).fill([201, id]))
  expect(await rows(order)).toHaveLength(1)
  expect((await look(order)).refundable!.left).toBe(17.99)
})

test('what a dispute, an amount or a role forbids is refused with its sentence', async () => {
  const support = await signIn(counter.app, { support: true })
  const { order, items, session } = await buy({ products: 2, months: 3 })
  const item = (amount: number, id = items[0]!) => ({ items: [{ id, amount }] })
  const refused = async (wanted: Parameters<typeof refund>[1], by = admin) => {
    const { status, detail } = await refund(order, wanted, by)
    return [status, detail]
  }
  const tooMuch = {
    loc: ['body', 'items', 0, 'amount'],
    msg: expect.stringMatching(/^At most \$53.97 is left of Game/),
  }
  expect(await refused(item(54))).toEqual([422, [expect.objectContaining(tooMuch)]])
  expect((await refused(item(1, 999_999)))[0]).toBe(422)
  for (const amount of [0, -1, 0.001]) expect((await refused(item(amount)))[0]).toBe(422)
  expect(await refused(item(50.01), support)).toEqual([
    403,
    'Ask an administrator for refunds above $50',
  ])
  expect((await refused(item(30), support))[0]).toBe(201)
  // What was given back before counts.
  expect((await refused(item(20.01, items[1]!), support))[0]).toBe(403)
  await age(order, 15)
  expect(await refused(item(1, items[1]!), support)).toEqual([
    403,
    'Ask an administrator for refunds after 14 days',
  ])
  expect((await refused(item(1, items[1]!)))[0]).toBe(201)
  await counter.session(session, 'dispute')
  await counter.work()
  expect(await refused(item(1))).toEqual([409, 'This payment is disputed'])
  expect((await look(order)).refundable).toBeNull()
})

test('only orders that a card has paid go back this way', async () => {
  const { user, cookie } = await counter.customer()
  const product = await counter.addProduct()
  const crypto = await counter.buyByCrypto(cookie, [{ id: product, term_length: 1 }])
  await counter.coins(crypto.body.id, 'confirm')
  await counter.work()
  const open = await counter.buyByCard(cookie, [{ id: product, term_length: 1 }])
  const items = [{ id: 1, amount: 1 }]
  expect((await refund(crypto.body.order_id!, { items })).code).toBe('crypto_refund')
  expect((await refund(open.body.order_id, { items })).code).toBe('nothing_to_refund')
  expect((await preview(randomUUID(), { items })).code).toBe('unknown_order')
  // Crypto that its provider sent back is booked on this day.
  await counter.coins(crypto.body.id, 'refund')
  await counter.work()
  expect(await counter.statusOf(crypto.body.order_id!)).toBe('refunded')
  expect(await rows(crypto.body.order_id!)).toMatchObject([
    { amount_cents: 1999, status: 'succeeded', actor_id: null },
  ])
  expect(await mailsOf(user.id)).toEqual([])
})

test('a provider that says no has failed, with its reason, and the time stays', async () => {
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

test('the database holds that no more goes back than was paid', async () => {
  const { order, items } = await buy()
  const write = (amount: number, part = amount) =>
    db.transaction().execute(async (tx) => {
      const switches = { take_time: false, give_code: false, stop_renewal: false }
      const { id } = await tx
        .insertInto('refunds')
        .values({ order_id: order, amount_cents: amount, ...switches })
        .returning('id')
        .executeTakeFirstOrThrow()
      const item = { refund_id: id, order_item_id: items[0]!, amount_cents: part }
      await tx.insertInto('refund_items').values(item).execute()
      return id
    })
  await expect(write(2000)).rejects.toThrow('order_items_refund_of_price')
  await expect(write(500, 400)).rejects.toThrow('is not the sum of its items')
  const id = await write(1999)
  await expect(write(1)).rejects.toThrow('order_items_refund_of_price')
  await db.updateTable('refunds').set({ status: 'canceled' }).where('id', '=', id).execute()
  await expect(
    db
      .updateTable('refunds')
      .set({ status: 'pending', taken_at: new Date() })
      .where('id', '=', id)
      .execute(),
  ).rejects.toThrow('cannot go from canceled to pending')
})
