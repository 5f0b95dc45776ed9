import { expect, test } from 'vitest'
import { staffSubscriptions } from '#contract/staff-subscriptions.ts'
import { subscriptions } from '#contract/subscriptions.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { addRenewal } from '#server/renewals/testing/add-renewal.ts'
import { lastStaffEntry } from '#server/staff-users/testing/staff-entries.ts'

const shop = await fileFixture(openTestShop())
const admin = await signIn(shop.app, { admin: true })
const values = { slug: 'granted', name: 'Granted', price_cents: 1000 }
const inserted = await shop.db.insertInto('products').values(values).returning('id').execute()
const product = inserted[0]!.id

const day = 86_400
const params = (uid: number) => ({ uid })
const grant = (uid: number, days: number, product_id = product) =>
  shop.call(
    staffSubscriptions.add,
    { params: params(uid), body: { game_id: product_id, term_length: days as 30 } },
    admin,
  )
const revoke = (uid: number, product_id = product) =>
  shop.call(
    staffSubscriptions.remove,
    { params: params(uid), body: { game_id: product_id } },
    admin,
  )

function entriesOf(uid: number) {
  return shop.db
    .selectFrom('time_entries')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscription_id')
    .select(['seconds', 'cause', 'actor_id'])
    .where('user_id', '=', uid)
    .orderBy('time_entries.id')
    .execute()
}

test.each([30, 90, 180, 365])('%i days are granted through the ledger', async (days) => {
  const { user, cookie } = await signIn(shop.app)
  const { status, body } = await grant(user.id, days)
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(Number),
      uid: user.id,
      game_id: product,
      product_name: 'Granted',
      created_at: expect.any(String),
      term_length: days * day,
      lifetime: false,
    },
  ])
  expect(await entriesOf(user.id)).toEqual([
    { seconds: days * day, cause: 'grant', actor_id: admin.user.id },
  ])
  expect((await shop.call(subscriptions.list, {}, { cookie })).body).toMatchObject([
    { id: body.id, term_length: days * day },
  ])
  const listed = await shop.call(
    staffSubscriptions.list,
    { params: params(user.id), query: {} },
    admin,
  )
  expect(listed.body).toMatchObject({ subscriptions: [{ ...body, renewal: null }], total: 1 })
  expect(await lastStaffEntry(shop.db, user.id)).toMatchObject({
    message: 'Subscription granted',
    details: {
      product: 'Granted',
      product_id: product,
      hours: days * 24,
      before: { ends_at: null },
      after: { ends_at: expect.any(String) },
    },
  })
})

test('other lengths, products and users are refused', async () => {
  const { user } = await signIn(shop.app)
  for (const days of [0, 1, 31, -30, 2_592_000])
    expect((await grant(user.id, days)).status).toBe(422)
  expect(await grant(user.id, 30, 999_999)).toMatchObject({
    status: 404,
    code: 'unknown_product',
  })
  expect(await grant(999_999, 30)).toMatchObject({ status: 404, code: 'unknown_user' })
  expect(await entriesOf(user.id)).toEqual([])
})

test('what runs already ends later, also when two grant at once', async () => {
  const { user } = await signIn(shop.app)
  await Promise.all([grant(user.id, 30), grant(user.id, 90), grant(user.id, 30)])
  const listed = await shop.call(
    staffSubscriptions.list,
    { params: params(user.id), query: {} },
    admin,
  )
  expect(listed.body.subscriptions.map(({ term_length }) => term_length)).toEqual([150 * day])
})

test('a revocation takes what is left, and no more than that', async () => {
  const { user } = await signIn(shop.app)
  const { body } = await grant(user.id, 30)
  // Ten days of it are over.
  await shop.db
    .updateTable('subscriptions')
    .set({
      created_at: new Date(Date.now() - 10 * day * 1000),
      ends_at: new Date(Date.now() + 20 * day * 1000),
    })
    .where('id', '=', body.id)
    .execute()
  expect((await revoke(user.id)).status).toBe(200)
  const [, taken] = await entriesOf(user.id)
  expect(taken).toMatchObject({ cause: 'revocation', actor_id: admin.user.id })
  expect(Math.abs(taken!.seconds + 20 * day)).toBeLessThan(120)
  const run = await shop.db
    .selectFrom('subscriptions')
    .select('ends_at')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
  expect(run.ends_at.getTime()).toBeLessThanOrEqual(Date.now())
  expect(await lastStaffEntry(shop.db, user.id)).toMatchObject({
    message: 'Subscription revoked',
    details: {
      product: 'Granted',
      before: { seconds_left: -taken!.seconds },
      after: { seconds_left: 0 },
    },
  })
  expect(await revoke(user.id)).toMatchObject({
    status: 409,
    code: 'no_time_left',
  })
})

test('of two who revoke at once, one does, and the next grant starts anew', async () => {
  const { user } = await signIn(shop.app)
  await grant(user.id, 30)
  const answers = await Promise.all([revoke(user.id), revoke(user.id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const { body } = await grant(user.id, 90)
  expect(body.term_length).toBe(90 * day)
})

test('a revocation ends the renewals that would buy more of the product', async () => {
  const { user } = await signIn(shop.app)
  await grant(user.id, 30)
  const other = await shop.db
    .insertInto('products')
    .values({ slug: `other-${user.id}`, name: 'Other', price_cents: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const mine = { user_id: user.id }
  const taken = await addRenewal(shop.db, { ...mine, product_id: product })
  const left = await addRenewal(shop.db, { ...mine, product_id: other.id })
  await revoke(user.id)
  expect(await taken.stateOf()).toEqual({ state: 'ended', ended_for: 'revoked' })
  expect(await left.stateOf()).toEqual({ state: 'on', ended_for: null })
})
