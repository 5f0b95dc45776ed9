import { expect, test } from 'vitest'
import { referrals } from '#contract/referrals.ts'
import { subscriptions } from '#contract/subscriptions.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { settleOrder } from '#server/orders/settle.ts'
import { grantTime } from '#server/subscriptions/ledger.ts'

const shop = await fileFixture(openTestShop())
const product = await addProduct(shop.db, { slug: 'sold' })

const month = 30 * 86_400

async function refer(referrer: number, more: object = {}) {
  const { user } = await signIn(shop.app)
  await shop.db
    .updateTable('users')
    .set({ referred_by: referrer, ...more })
    .where('id', '=', user.id)
    .execute()
  return user
}

async function pay(userId: number) {
  const { id } = await shop.db
    .insertInto('orders')
    .values({ user_id: userId, type: 'card', total_cents: 999 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await settleOrder(shop.db, id, 'finished')
  return id
}

/** A customer who has earned so many free months, without the orders that did it. */
async function withRewards(count: number) {
  const customer = await signIn(shop.app)
  const rewards = await shop.db
    .insertInto('referral_rewards')
    .values(Array.from({ length: count }, () => ({ user_id: customer.user.id })))
    .returning('id')
    .execute()
  return { ...customer, rewards: rewards.map(({ id }) => id) }
}

function redeem(cookie: string, body: { product_id: number; reward_id?: number }) {
  return shop.call(referrals.redeem, { body }, { cookie })
}

async function secondsOf(cookie: string) {
  const { body } = await shop.call(subscriptions.list, {}, { cookie })
  return body.map(({ game_id, term_length }) => [game_id, term_length])
}

test('a code is null, then made once however often it is asked for at once', async () => {
  const { cookie } = await signIn(shop.app)
  expect((await shop.call(referrals.code, {}, { cookie })).body).toBeNull()
  const made = await Promise.all(
    Array.from({ length: 8 }, () => shop.call(referrals.addCode, {}, { cookie })),
  )
  const codes = new Set(made.map(({ body }) => body))
  expect([codes.size, [...codes][0]]).toEqual([1, expect.stringMatching(/^[2-9A-HJKMNP-Z]{8}$/)])
  expect((await shop.call(referrals.code, {}, { cookie })).body).toBe([...codes][0])
})

test('the history names who signed up, newest first, and whether they count', async () => {
  const { user, cookie } = await signIn(shop.app)
  const buyer = await refer(user.id, { created_at: '2026-01-01' })
  const looker = await refer(user.id, { created_at: '2026-02-01' })
  await refer(user.id, { created_at: '2026-03-01', deleted_at: new Date() })
  await refer(user.id, { verified_at: null })
  await refer((await signIn(shop.app)).user.id)
  const order = await pay(buyer.id)
  const read = async () =>
    (await shop.call(referrals.history, {}, { cookie })).body.map((friend) => [
      friend.username,
      friend.purchased,
    ])
  expect(await read()).toEqual([
    ['Deleted user', false],
    [looker.username, false],
    [buyer.username, true],
  ])
  await settleOrder(shop.db, order, 'refunded')
  expect((await read()).at(-1)).toEqual([buyer.username, false])
})

test('progress follows the orders of friends, and a redeemed month stays', async () => {
  const { user, cookie } = await signIn(shop.app)
  const progress = async () => {
    const { body } = await shop.call(referrals.rewards, {}, { cookie })
    return [body.friends_purchased, body.friends_missing, body.available]
  }
  expect(await progress()).toEqual([0, 3, 0])
  const orders: string[] = []
  for (let n = 0; n < 4; n += 1) orders.push(await pay((await refer(user.id)).id))
  expect(await progress()).toEqual([4, 2, 1])
  await settleOrder(shop.db, orders[0]!, 'refunded')
  expect(await progress()).toEqual([3, 3, 1])
  expect((await redeem(cookie, { product_id: product })).status).toBe(200)
  await settleOrder(shop.db, orders[1]!, 'refunded')
  expect(await progress()).toEqual([2, 4, 0])
  const { body } = await shop.call(referrals.rewards, {}, { cookie })
  expect(body.rewards).toEqual([
    expect.objectContaining({
      redeemed_at: expect.any(String),
      product_id: product,
      product_name: 'Game sold',
    }),
  ])
})

test('a month is redeemed for a product and adds to what is there', async () => {
  const { user, cookie } = await withRewards(2)
  const first = await redeem(cookie, { product_id: product })
  expect([first.status, first.body]).toEqual([
    200,
    {
      product_id: product,
      product_name: 'Game sold',
      ends_at: expect.any(String),
      available: 1,
    },
  ])
  const second = await redeem(cookie, { product_id: product })
  expect(Date.parse(second.body.ends_at) - Date.parse(first.body.ends_at)).toBe(month * 1000)
  expect(await secondsOf(cookie)).toEqual([[product, 2 * month]])
  const third = await redeem(cookie, { product_id: product })
  expect([third.status, third.code]).toEqual([409, 'no_free_month'])
  const entries = await shop.db
    .selectFrom('time_entries')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscription_id')
    .select(['cause', 'seconds'])
    .where('user_id', '=', user.id)
    .execute()
  expect(entries).toEqual(Array(2).fill({ cause: 'reward', seconds: month }))
})

test('twelve clicks at once redeem three rewards three times', async () => {
  const { cookie } = await withRewards(3)
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => redeem(cookie, { product_id: product })),
  )
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(3).fill(200), ...Array(9).fill(409)])
  expect(await secondsOf(cookie)).toEqual([[product, 3 * month]])
})

test('a double click that names its reward redeems that one only', async () => {
  const { cookie, rewards } = await withRewards(2)
  const wish = { product_id: product, reward_id: rewards[1]! }
  const answers = await Promise.all([redeem(cookie, wish), redeem(cookie, wish)])
  const [won, lost] = answers.sort((a, b) => a.status - b.status)
  expect([won!.status, lost!.status, lost!.code]).toEqual([200, 409, 'already_redeemed'])
  expect(await secondsOf(cookie)).toEqual([[product, month]])
})

test('what was taken back, and what is somebody else’s, is not redeemed', async () => {
  const other = await withRewards(1)
  const { cookie, rewards } = await withRewards(1)
  await shop.db
    .updateTable('referral_rewards')
    .set({ taken_back_at: new Date() })
    .where('id', '=', rewards[0]!)
    .execute()
  for (const reward_id of [other.rewards[0]!, rewards[0]!, 99_999_999]) {
    const { status, code } = await redeem(cookie, { product_id: product, reward_id })
    expect([status, code]).toEqual([409, 'no_free_month'])
  }
  expect((await shop.call(referrals.rewards, {}, other)).body.available).toBe(1)
})

test('a product that is no longer sold is only for those who have it', async () => {
  const retired = await addProduct(shop.db, { slug: 'retired', disabled: true })
  const unlisted = await addProduct(shop.db, { slug: 'unlisted', hidden: true })
  const { user, cookie } = await withRewards(2)
  const refused = await redeem(cookie, { product_id: retired })
  expect([refused.status, refused.detail]).toEqual([409, 'Game retired is currently unavailable'])
  expect((await redeem(cookie, { product_id: unlisted })).status).toBe(200)
  await grantTime(shop.db, { userId: user.id, productId: retired, seconds: 60, cause: 'grant' })
  expect((await redeem(cookie, { product_id: retired })).status).toBe(200)
})

test('bad input and unknown products leave the reward where it is', async () => {
  const { cookie } = await withRewards(1)
  for (const body of [{}, { product_id: 'cs2' }, { product_id: 0 }, { product_id: 1.5 }]) {
    const { status } = await shop.call(referrals.redeem, { body: body as never }, { cookie })
    expect(status).toBe(422)
  }
  const unknown = await redeem(cookie, { product_id: 99_999_999 })
  expect([unknown.status, unknown.code]).toEqual([404, 'unknown_product'])
  expect((await shop.call(referrals.rewards, {}, { cookie })).body.available).toBe(1)
})

test('visitors are asked to sign in', async () => {
  const answers = [
    await shop.call(referrals.code, {}),
    await shop.call(referrals.addCode, {}),
    await shop.call(referrals.history, {}),
    await shop.call(referrals.rewards, {}),
    await shop.call(referrals.redeem, { body: { product_id: product } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(401))
})
