import { expect, test } from 'vitest'
import { staffSubscriptions } from '#contract/access/staff-subscriptions.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { lastStaffEntry } from '#server/people/staff-users/testing/staff-entries.ts'
import { addRenewal } from '#server/selling/renewals/testing/add-renewal.ts'
import { giftDesk } from './testing/gift-desk.ts'

const shop = await fileFixture(openTestShop())
const admin = await signIn(shop.app, { admin: true })
const product = await addProduct(shop.db, { name: 'Revoked', price_cents: 1000 })
const { give } = giftDesk(shop, product, admin)

const day = 86_400
const revoke = (uid: number) =>
  shop.call(staffSubscriptions.remove, { params: { uid }, body: { game_id: product } }, admin)

function lastEntryOf(uid: number) {
  return shop.db
    .selectFrom('time_entries')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscription_id')
    .select(['seconds', 'cause', 'actor_id'])
    .where('user_id', '=', uid)
    .orderBy('time_entries.id', 'desc')
    .executeTakeFirstOrThrow()
}

test('a revocation takes exactly the remaining time', async () => {
  const { user } = await signIn(shop.app)
  const { body } = await give(user.id, { term_length: 30 })
  // Ten days have been used.
  await shop.db
    .updateTable('subscriptions')
    .set({
      created_at: new Date(Date.now() - 10 * day * 1000),
      ends_at: new Date(Date.now() + 20 * day * 1000),
    })
    .where('id', '=', body.id)
    .execute()
  expect((await revoke(user.id)).status).toBe(200)
  const taken = await lastEntryOf(user.id)
  expect(taken).toMatchObject({ cause: 'revocation', actor_id: admin.user.id })
  expect(Math.abs(taken.seconds + 20 * day)).toBeLessThan(120)
  const run = await shop.db
    .selectFrom('subscriptions')
    .select('ends_at')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
  expect(run.ends_at.getTime()).toBeLessThanOrEqual(Date.now())
  expect(await lastStaffEntry(shop.db, user.id)).toMatchObject({
    message: 'Subscription revoked',
    details: {
      product: 'Revoked',
      before: { seconds_left: -taken.seconds },
      after: { seconds_left: 0 },
    },
  })
  expect(await revoke(user.id)).toMatchObject({
    status: 409,
    code: 'no_time_left',
  })
})

test('of two concurrent revocations one succeeds, and a later grant starts a new run', async () => {
  const { user } = await signIn(shop.app)
  await give(user.id, { term_length: 30 })
  const answers = await Promise.all([revoke(user.id), revoke(user.id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const { body } = await give(user.id, { term_length: 90 })
  expect(body.term_length).toBe(90 * day)
})

test('a revocation ends the renewals that would buy more of the product', async () => {
  const { user } = await signIn(shop.app)
  await give(user.id, { term_length: 30 })
  const other = await addProduct(shop.db)
  const mine = { user_id: user.id }
  const taken = await addRenewal(shop.db, { ...mine, product_id: product })
  const left = await addRenewal(shop.db, { ...mine, product_id: other })
  await revoke(user.id)
  expect(await taken.stateOf()).toEqual({ state: 'ended', ended_for: 'revoked' })
  expect(await left.stateOf()).toEqual({ state: 'on', ended_for: null })
})
