import { expect, test } from 'vitest'
import { subscriptions } from '#contract/access/subscriptions.ts'
import { referrals } from '#contract/selling/referrals.ts'
import { grantTime } from '#server/access/subscriptions/ledger.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { addFriend, addPayingFriends, pay } from './testing/friends.ts'

const shop = await fileFixture(openTestShop())
const product = await addProduct(shop.db, { slug: 'sold' })

const month = 30 * 86_400

async function withRewards(count: number) {
  const customer = await signIn(shop.app)
  const friends = await addPayingFriends(shop.db, customer.user.id, 3 * count)
  return { ...customer, friends }
}

function redeem(cookie: string, body: { product_id: number; redeemed?: number }) {
  return shop.call(referrals.redeem, { body }, { cookie })
}

async function secondsOf(cookie: string) {
  const { body } = await shop.call(subscriptions.list, {}, { cookie })
  return body.map(({ game_id, term_length }) => [game_id, term_length])
}

test('a code is null, then created once, also in concurrent requests', async () => {
  const { cookie } = await signIn(shop.app)
  expect((await shop.call(referrals.code, {}, { cookie })).body).toBeNull()
  const made = await Promise.all(
    Array.from({ length: 8 }, () => shop.call(referrals.addCode, {}, { cookie })),
  )
  const codes = new Set(made.map(({ body }) => body))
  expect([codes.size, [...codes][0]]).toEqual([1, expect.stringMatching(/^[2-9A-HJKMNP-Z]{8}$/)])
  expect((await shop.call(referrals.code, {}, { cookie })).body).toBe([...codes][0])
})

test('the history names referred friends, newest first, and says who counts', async () => {
  const { user, cookie } = await signIn(shop.app)
  const buyer = await addFriend(shop.db, user.id, { created_at: '2026-01-01' })
  const visitor = await addFriend(shop.db, user.id, { created_at: '2026-02-01' })
  await addFriend(shop.db, user.id, { verified_at: null })
  await addFriend(shop.db, (await signIn(shop.app)).user.id)
  await pay(shop.db, buyer.id)
  const { body } = await shop.call(referrals.history, {}, { cookie })
  expect(body.map((friend) => [friend.username, friend.state])).toEqual([
    [visitor.username, 'no_order'],
    [buyer.username, 'counted'],
  ])
})

test('every third friend earns a free month, and friends of a redeemed one earn no other', async () => {
  const { user, cookie } = await withRewards(1)
  const read = async () => (await shop.call(referrals.rewards, {}, { cookie })).body
  await addPayingFriends(shop.db, user.id, 1)
  expect(await read()).toMatchObject({ friends_counted: 4, friends_missing: 2, available: 1 })
  expect((await redeem(cookie, { product_id: product })).status).toBe(200)
  expect(await read()).toMatchObject({
    ...{ friends_counted: 1, friends_missing: 2, available: 0, redeemed: 1 },
    rewards: [
      {
        redeemed_at: expect.any(String),
        product_id: product,
        product_name: 'Game sold',
        ...{ revoked_at: null, revoked_seconds: 0 },
      },
    ],
  })
  const { body } = await shop.call(referrals.history, {}, { cookie })
  expect(body.map(({ state }) => state)).toEqual(['counted', ...Array(3).fill('rewarded')])
  expect((await redeem(cookie, { product_id: product })).code).toBe('no_free_month')
})

test('a redeemed month extends the subscription of a product', async () => {
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

test('a repeated request redeems one free month', async () => {
  const { cookie } = await withRewards(2)
  const body = { product_id: product, redeemed: 0 }
  const answers = await Promise.all([redeem(cookie, body), redeem(cookie, body)])
  const [won, lost] = answers.sort((a, b) => a.status - b.status)
  expect([won!.status, lost!.status, lost!.code]).toEqual([200, 409, 'already_redeemed'])
  expect(await secondsOf(cookie)).toEqual([[product, month]])
  expect((await redeem(cookie, { ...body, redeemed: 1 })).status).toBe(200)
})

test('a product that is no longer sold can be chosen only by its customers', async () => {
  const retired = await addProduct(shop.db, { slug: 'retired', disabled: true })
  const unlisted = await addProduct(shop.db, { slug: 'unlisted', hidden: true })
  const { user, cookie } = await withRewards(2)
  const refused = await redeem(cookie, { product_id: retired })
  expect([refused.status, refused.detail]).toEqual([409, 'Game retired is currently unavailable'])
  expect((await redeem(cookie, { product_id: unlisted })).status).toBe(200)
  await grantTime(shop.db, { userId: user.id, productId: retired, seconds: 60, cause: 'grant' })
  expect((await redeem(cookie, { product_id: retired })).status).toBe(200)
})

test('invalid input and unknown products leave the reward unused', async () => {
  const { cookie } = await withRewards(1)
  for (const body of [{}, { product_id: 'cs2' }, { product_id: 0 }, { product_id: 1.5 }]) {
    const { status } = await shop.call(referrals.redeem, { body: body as never }, { cookie })
    expect(status).toBe(422)
  }
  const unknown = await redeem(cookie, { product_id: 99_999_999 })
  expect([unknown.status, unknown.code]).toEqual([404, 'unknown_product'])
  expect((await shop.call(referrals.rewards, {}, { cookie })).body.available).toBe(1)
})

test('requires visitors to sign in', async () => {
  const answers = [
    await shop.call(referrals.code, {}),
    await shop.call(referrals.addCode, {}),
    await shop.call(referrals.history, {}),
    await shop.call(referrals.rewards, {}),
    await shop.call(referrals.redeem, { body: { product_id: product } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(401))
})
