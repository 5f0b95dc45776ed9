import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { referrals } from '#contract/selling/referrals.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { settleOrder } from '#server/selling/orders/settle.ts'
import { addPayingFriends, pay } from './testing/friends.ts'

const shop = await fileFixture(openTestShop())
const { db } = shop
const product = await addProduct(db, { slug: 'played' })
const day = 86_400

let referrer: Awaited<ReturnType<typeof signIn>>
let friends: Awaited<ReturnType<typeof addPayingFriends>>
beforeEach(async () => {
  referrer = await signIn(shop.app)
  friends = await addPayingFriends(db, referrer.user.id, 3)
})

const redeem = () => shop.call(referrals.redeem, { body: { product_id: product } }, referrer)

/** Moves the start of the redeemed month this many days into the past. */
function use(days: number) {
  return sql`
    update subscriptions
       set created_at = created_at - make_interval(days => ${days}),
           ends_at = ends_at - make_interval(days => ${days})
     where user_id = ${referrer.user.id}`.execute(db)
}

async function ledger() {
  const entries = await db
    .selectFrom('time_entries')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscription_id')
    .select(['cause', 'seconds'])
    .where('user_id', '=', referrer.user.id)
    .orderBy('time_entries.id')
    .execute()
  return entries.map(({ cause, seconds }) => `${cause} ${Math.round((seconds / day) * 100) / 100}`)
}

async function states() {
  const { body } = await shop.call(referrals.history, {}, referrer)
  return body.map(({ state }) => state).reverse()
}

test.each(['refunded', 'disputed', 'dispute_lost'] as const)(
  'an order that is %s revokes the unused time of the free month that it has earned',
  async (event) => {
    await redeem()
    await use(12)
    await settleOrder(db, friends[0]!.order, event)
    expect(await ledger()).toEqual(['reward 30', 'reward_back -18'])
    const { body } = await shop.call(referrals.rewards, {}, referrer)
    expect(body.rewards).toMatchObject([{ revoked_at: expect.any(String) }])
    expect(body.rewards[0]!.revoked_seconds / day).toBeCloseTo(18, 2)
    const revoked = await db
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'reward.revoked')
      .where('user_id', '=', referrer.user.id)
      .executeTakeFirstOrThrow()
    expect(revoked.data).toMatchObject({ product: 'Game played', seconds: expect.any(Number) })
    // A second reversal revokes nothing more.
    await settleOrder(db, friends[1]!.order, 'refunded')
    expect(await ledger()).toHaveLength(2)
  },
)

test('the part of a bought term that follows the free month stays', async () => {
  await redeem()
  await pay(db, referrer.user.id, { product })
  await settleOrder(db, friends[0]!.order, 'refunded')
  expect(await ledger()).toEqual(['reward 30', 'purchase 30', 'reward_back -30'])
})

test('nothing is revoked of a free month that was used up', async () => {
  await redeem()
  await use(40)
  await settleOrder(db, friends[0]!.order, 'refunded')
  expect(await ledger()).toEqual(['reward 30'])
})

// Each friend has earned a third of the free month.
test.each([
  [0, ['reversed', 'counted', 'counted']],
  [1, ['reversed', 'rewarded', 'counted']],
  [10, ['reversed', 'rewarded', 'counted']],
  [11, ['reversed', 'rewarded', 'rewarded']],
  [29, ['reversed', 'rewarded', 'rewarded']],
])('after %i used days the other friends are %j', async (days, expected) => {
  await redeem()
  await use(days)
  await settleOrder(db, friends[0]!.order, 'refunded')
  expect(await states()).toEqual(expected)
})

test('a dispute that is won lets the friend count again', async () => {
  await redeem()
  await settleOrder(db, friends[0]!.order, 'disputed')
  expect((await redeem()).code).toBe('no_free_month')
  await settleOrder(db, friends[0]!.order, 'dispute_won')
  expect((await redeem()).status).toBe(200)
  expect(await ledger()).toEqual(['reward 30', 'reward_back -30', 'reward 30'])
})

test('another order of the friend keeps the free month until it is reversed as well', async () => {
  const second = await pay(db, friends[0]!.id)
  await redeem()
  await settleOrder(db, friends[0]!.order, 'refunded')
  expect(await ledger()).toEqual(['reward 30'])
  await settleOrder(db, second, 'refunded')
  expect(await ledger()).toEqual(['reward 30', 'reward_back -30'])
})

test('orders of friends that earned nothing revoke nothing', async () => {
  await redeem()
  const [fourth] = await addPayingFriends(db, referrer.user.id, 1)
  await settleOrder(db, fourth!.order, 'refunded')
  expect(await ledger()).toEqual(['reward 30'])
})

test('changed settings leave redeemed free months alone', async () => {
  await redeem()
  const settings = { referral_minimum_dollars: 100, referral_hold_days: 300 }
  await db.updateTable('settings').set(settings).execute()
  expect(await states()).toEqual(['rewarded', 'rewarded', 'rewarded'])
  await db
    .updateTable('settings')
    .set({ referral_minimum_dollars: 0, referral_hold_days: 14 })
    .execute()
})

test('a concurrent redemption and refund leave no unearned free month', async () => {
  for (let n = 0; n < 5; n += 1) {
    const other = await signIn(shop.app)
    const earners = await addPayingFriends(db, other.user.id, 3)
    await Promise.all([
      shop.call(referrals.redeem, { body: { product_id: product } }, other),
      settleOrder(db, earners[n % 3]!.order, 'refunded'),
    ])
    const { rows } = await sql<{ seconds: number }>`
      select coalesce(sum(term_length), 0)::bigint as seconds from subscriptions
       where user_id = ${other.user.id}`.execute(db)
    expect(rows[0]!.seconds).toBeLessThan(60)
  }
})
