import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { orders } from '#contract/selling/orders.ts'
import { referrals } from '#contract/selling/referrals.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { lastStaffEntry } from '#server/people/staff-users/testing/staff-entries.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { addPayingFriends } from '#server/selling/referrals/testing/friends.ts'
import { day, pendingCard, refundDesk } from './testing/bought.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const admin = await signIn(counter.app, { admin: true })
const { age, buy, held, look, mailsOf, preview, refund, rows } = refundDesk(counter, admin)

afterEach(() => counter.reset())

const documentsOf = (order: string) =>
  counter.db
    .selectFrom('documents')
    .select(['name', 'total_cents'])
    .where('order_id', '=', order)
    .orderBy('id')
    .execute()

test('a partial refund takes its share of the time, and the order stays finished', async () => {
  const { user, cookie, order, items } = await buy()
  await age(order, 10)
  const before = await look(order)
  // 20 of 30 days of $19.99 are left.
  expect(before.refundable).toMatchObject({ left: 19.99, items: [{ left: 19.99, unused: 13.33 }] })
  const wanted = { items: [{ id: items[0]!, amount: 13.33 }] }
  const told = await preview(order, wanted)
  const [invoice] = await documentsOf(order)
  expect(told.body).toMatchObject({ amount: 13.33, whole: false, renewal: true, codes: [] })
  expect(told.body.credit_note).toEqual({ amount: 13.33, of: invoice!.name })
  expect(await documentsOf(order)).toHaveLength(1)
  expect(told.body.time).toHaveLength(1)
  const { seconds } = told.body.time[0]!
  expect(Math.abs(seconds - 20 * day)).toBeLessThan(day / 100)
  // The preview has changed nothing.
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
  expect((await documentsOf(order)).map(({ total_cents }) => total_cents)).toEqual([1999, -1333])
  const { timeline, refunds, refundable } = await look(order)
  expect(timeline.map(({ text }) => text)).toContain('Refund of $13.33 requested')
  expect(refunds).toMatchObject([{ by: admin.user.username, reason: 'requested', look_at: false }])
  expect(refundable!.left).toBe(6.66)

  expect(await lastStaffEntry(db, user.id)).toMatchObject({
    message: 'Refund requested',
    details: { before: { refundable: 19.99 }, after: { refundable: 6.66 } },
  })
  const { details } = await db
    .selectFrom('logs')
    .select('details')
    .where('user_id', '=', user.id)
    .where('message', '=', 'Refunded')
    .executeTakeFirstOrThrow()
  const { before: was, after: is } = details as Record<string, { ends_at: Record<string, string> }>
  expect([was, is]).toMatchObject([{ refunded: 0 }, { refunded: 13.33 }])
  const { product } = before.refundable!.items[0]!
  const sooner = Date.parse(was!.ends_at[product]!) - Date.parse(is!.ends_at[product]!)
  expect(Math.abs(sooner / 1000 - seconds)).toBeLessThan(2)
})

test('a full refund in parts ends the order: time, code and referral are reversed', async () => {
  const referrer = await counter.customer()
  const bought = await buy({ products: 2, code: 'WHOLE' })
  const { order, items, user } = bought
  await db
    .updateTable('users')
    .set({ referred_by: referrer.user.id })
    .where('id', '=', user.id)
    .execute()
  await addPayingFriends(db, referrer.user.id, 2)
  await db
    .updateTable('orders')
    .set({ paid_at: sql`now() - interval '20 days'` })
    .where('id', '=', order)
    .execute()
  const redeemed = await counter.call(
    referrals.redeem,
    { body: { product_id: await counter.addProduct() } },
    referrer,
  )
  expect(redeemed.status).toBe(200)
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
  expect(Math.abs(told.body.reward_seconds - 30 * day)).toBeLessThan(60)
  expect(told.body.time.map(({ over }) => over)).toEqual([true, true])
  await refund(order, rest)
  expect(await counter.statusOf(order)).toBe('refunded')
  expect(await held(order)).toBe(0)
  expect(await counter.usesOf('WHOLE')).toBe(0)
  const again = await refund(order, { items: [{ id: items[0]!, amount: 1 }] })
  expect([again.status, again.code]).toEqual([409, 'nothing_to_refund'])
})

test('shows the Discord role that is lost with the time, unless another product gives it', async () => {
  const { user, order, items, products } = await buy({ products: 2 })
  const link = { discord_id: '120000000000000077', username: 'ann' }
  await db
    .insertInto('discord_links')
    .values({ ...link, user_id: user.id })
    .execute()
  const give = (product: number, discord_role_id: string) =>
    db.updateTable('products').set({ discord_role_id }).where('id', '=', product).execute()
  const [first, second] = products
  await give(first!, '120000000000000078')
  await give(second!, '120000000000000079')
  const { name } = await db
    .selectFrom('products')
    .select('name')
    .where('id', '=', first!)
    .executeTakeFirstOrThrow()
  const wanted = { items: [{ id: items[0]!, amount: 19.99 }] }
  expect((await preview(order, wanted)).body.roles).toEqual([name])
  expect((await preview(order, { ...wanted, take_time: false })).body.roles).toEqual([])
  // Another product with remaining time gives the same role.
  await give(second!, '120000000000000078')
  expect((await preview(order, wanted)).body.roles).toEqual([])
})

test('disabled options leave time, code and renewal', async () => {
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

test('a refund that fails later restores everything, and can be requested again', async () => {
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
  const seen = await look(order)
  expect(seen.refunds).toMatchObject([{ status: 'failed', failure: 'expired or canceled card' }])
  expect(seen.time).toMatchObject([{ given: 30 * day, taken: 0 }])
  expect(await mailsOf(user.id)).toEqual(['refund', 'refund-failed'])
  expect((await refund(order, wanted)).status).toBe(201)
  expect(await held(order)).toBe(0)
})

test('a pending refund succeeds, and another one is canceled', async () => {
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

test('the database ensures that refunds never exceed the payment', async () => {
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
