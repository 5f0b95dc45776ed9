import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { referrals } from '#contract/selling/referrals.ts'
import { link, unlink } from '#server/access/discord/link.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { settleOrder } from '#server/selling/orders/settle.ts'
import { addFriend, addPayingFriends, pay } from './testing/friends.ts'

const shop = await fileFixture(openTestShop())
const { db } = shop

let referrer: Awaited<ReturnType<typeof signIn>>
let me: number
beforeEach(async () => {
  await set({ referral_hold_days: 14, referral_minimum_dollars: 0, referral_price_limit: false })
  referrer = await signIn(shop.app)
  me = referrer.user.id
})

const set = (settings: object) => db.updateTable('settings').set(settings).execute()

async function states() {
  const { body } = await shop.call(referrals.history, {}, referrer)
  return body.map(({ state }) => state).reverse()
}

const progress = async () => (await shop.call(referrals.rewards, {}, referrer)).body

const redeem = (product_id: number) =>
  shop.call(referrals.redeem, { body: { product_id } }, referrer)

test('three accounts of one mailbox with the cheapest week earn no month of the dearest game', async () => {
  const cheap = await addProduct(db)
  const dear = await addProduct(db, { price_cents: 5999 })
  for (const tag of ['a', 'b', 'c']) {
    const friend = await addFriend(db, me, { email: `me${me}+${tag}@example.com` })
    await pay(db, friend.id, { plan: '1w', cents: 499, daysAgo: 0, product: cheap })
  }
  expect(await redeem(dear)).toMatchObject({ status: 409, code: 'no_free_month' })
  // Even with a month each and after the hold, they are one person.
  await db.updateTable('order_items').set({ plan: '1m' }).where('product_id', '=', cheap).execute()
  await sql`update orders set paid_at = now() - interval '20 days' where id in (
    select order_id from order_items where product_id = ${cheap})`.execute(db)
  expect(await states()).toEqual(['counted', 'same_person', 'same_person'])
  expect(await redeem(dear)).toMatchObject({ status: 409, code: 'no_free_month' })
})

test('a friend counts 14 days after the payment, and is pending with a date until then', async () => {
  await addPayingFriends(db, me, 1, { daysAgo: 14 })
  await addPayingFriends(db, me, 2, { daysAgo: 13 })
  const { body } = await shop.call(referrals.history, {}, referrer)
  expect(body.map(({ state }) => state)).toEqual(['pending', 'pending', 'counted'])
  const days = (at: string | null) => (Date.parse(at!) - Date.now()) / 86_400_000
  expect(days(body[0]!.counts_at)).toBeCloseTo(1, 1)
  expect(body[2]!.counts_at).toBeNull()
  const now = await progress()
  expect(now).toMatchObject({
    ...{ friends_counted: 1, friends_missing: 2, friends_pending: 2, available: 0 },
    ...{ hold_days: 14, minimum: null, price_limit: null },
  })
  expect(days(now.next_counts_at)).toBeCloseTo(1, 1)
  await set({ referral_hold_days: 13 })
  expect(await progress()).toMatchObject({
    ...{ friends_counted: 3, friends_missing: 3, friends_pending: 0, next_counts_at: null },
    ...{ available: 1, hold_days: 13 },
  })
})

test.each([
  ['29d', 'too_short'],
  ['30d', 'counted'],
  ['4w', 'too_short'],
  ['5w', 'counted'],
  ['12w', 'counted'],
  ['1m', 'counted'],
  ['12m', 'counted'],
  ['365d', 'counted'],
  ['lifetime', 'counted'],
])('a friend with an order of %s is %s', async (plan, state) => {
  await addPayingFriends(db, me, 1, { plan })
  expect(await states()).toEqual([state])
})

test('an order counts only if its item of at least a month was paid for', async () => {
  await addFriend(db, me)
  await addPayingFriends(db, me, 1, { cents: 0 })
  // The order has a free month and a paid day.
  const { id } = await addFriend(db, me)
  const order = await pay(db, id, { plan: '1d', cents: 199 })
  await db
    .insertInto('order_items')
    .values({
      ...{ order_id: order, product_id: await addProduct(db), product_name: 'Game', plan: '1m' },
      ...{
        list_cents: 1999,
        discount_cents: 1999,
        discount_code: 'ALL',
        code_type: 1,
        code_amount: 100,
      },
    })
    .execute()
  expect(await states()).toEqual(['no_order', 'no_order', 'too_short'])
})

test('an order below the minimum does not count, and a later one does', async () => {
  const [friend] = await addPayingFriends(db, me, 1, { cents: 1999 })
  await set({ referral_minimum_dollars: 20 })
  expect(await states()).toEqual(['too_small'])
  expect((await progress()).minimum).toBe(20)
  await pay(db, friend!.id, { cents: 2000 })
  expect(await states()).toEqual(['counted'])
})

test('a refund or dispute ends the count, and another order of the friend takes its place', async () => {
  const [friend] = await addPayingFriends(db, me, 1)
  await settleOrder(db, friend!.order, 'disputed')
  expect(await states()).toEqual(['reversed'])
  await settleOrder(db, friend!.order, 'dispute_won')
  expect(await states()).toEqual(['counted'])
  await settleOrder(db, friend!.order, 'refunded')
  expect(await states()).toEqual(['reversed'])
  await pay(db, friend!.id, { daysAgo: 2 })
  expect(await states()).toEqual(['pending'])
})

test('a friend whose month was partially refunded no longer counts', async () => {
  const [friend] = await addPayingFriends(db, me, 1)
  await db
    .updateTable('order_items')
    .set({ refund_cents: 1 })
    .where('order_id', '=', friend!.order)
    .execute()
  expect(await states()).toEqual(['reversed'])
})

test('the same card counts once, and not at all with the referrer', async () => {
  await addPayingFriends(db, me, 2, { card: `card of ${me}` })
  await addPayingFriends(db, me, 1, { card: `other card of ${me}` })
  expect(await states()).toEqual(['counted', 'same_person', 'counted'])
  await pay(db, me, { card: `other card of ${me}` })
  expect(await states()).toEqual(['counted', 'same_person', 'same_person'])
})

test('the same card of a friend whose payment was reversed counts', async () => {
  const [first] = await addPayingFriends(db, me, 2, { card: `reversed ${me}` })
  await settleOrder(db, first!.order, 'refunded')
  expect(await states()).toEqual(['reversed', 'counted'])
})

test('the same device counts once, also after it was released', async () => {
  const friends = await addPayingFriends(db, me, 3)
  const bind = (user_id: number, own_marks: string[]) =>
    db.insertInto('devices').values({ user_id, own_marks, released_at: new Date() }).execute()
  await bind(friends[0]!.id, [`board ${me}`, `disk ${me}`])
  await bind(friends[1]!.id, [`tpm ${me}`, `disk ${me}`])
  await bind(friends[2]!.id, [`board of another ${me}`])
  expect(await states()).toEqual(['counted', 'same_person', 'counted'])
  await bind(me, [`board of another ${me}`])
  expect(await states()).toEqual(['counted', 'same_person', 'same_person'])
})

test('the same Discord account counts once, also after it was unlinked', async () => {
  const friends = await addPayingFriends(db, me, 2)
  const account = { id: `12000000000${me}`.slice(-18), username: 'ann' }
  for (const { id } of friends) {
    await link(db, id, account)
    await unlink(db, id)
  }
  expect(await states()).toEqual(['counted', 'same_person'])
})

test.each([
  ['m.a.x@gmail.com', 'ma.x+shop@googlemail.com', 'same_person'],
  ['Mia@example.com', 'mia+2@example.com', 'same_person'],
  ['t.om@example.com', 'tom@example.com', 'counted'],
  ['ben@gmail.com', 'ben@example.com', 'counted'],
])('of two friends with the mailboxes %s and %s, the second is %s', async (one, two, state) => {
  for (const email of [one, two]) {
    const friend = await addFriend(db, me, { email })
    await pay(db, friend.id)
  }
  expect(await states()).toEqual(['counted', state])
})

test('the referrer’s own mailbox with a tag does not count', async () => {
  const [box, domain] = referrer.user.email.split('@')
  const friend = await addFriend(db, me, { email: `${box}+1@${domain}` })
  await pay(db, friend.id)
  expect(await states()).toEqual(['same_person'])
})

test('a friend whose account was deleted no longer counts', async () => {
  const [friend] = await addPayingFriends(db, me, 1)
  await db
    .updateTable('users')
    .set({ deleted_at: new Date(), verified_at: null })
    .where('id', '=', friend!.id)
    .execute()
  const { body } = await shop.call(referrals.history, {}, referrer)
  expect(body).toMatchObject([{ username: 'Deleted user', state: 'deleted' }])
})

test('the price limit refuses games that cost more a month than the friends paid', async () => {
  await addPayingFriends(db, me, 3, { cents: 1500 })
  await addPayingFriends(db, me, 3, { cents: 9000, daysAgo: 16 })
  const [fits, dear] = [
    await addProduct(db, { price_cents: 4500 }),
    await addProduct(db, { price_cents: 4501, name: 'Dear' }),
  ]
  expect((await progress()).price_limit).toBeNull()
  await set({ referral_price_limit: true })
  expect((await progress()).price_limit).toBe(45)
  expect(await redeem(dear)).toMatchObject({
    code: 'above_price_limit',
    detail:
      'Dear costs more a month than the $45.00 that your friends paid for this free month. Choose another game.',
  })
  expect((await redeem(fits)).status).toBe(200)
  expect((await progress()).price_limit).toBe(270)
  expect((await redeem(dear)).status).toBe(200)
})
