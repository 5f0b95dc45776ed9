import { expect, test } from 'vitest'
import { staffSubscriptions } from '#contract/access/staff-subscriptions.ts'
import { subscriptions } from '#contract/access/subscriptions.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { lastStaffEntry } from '#server/people/staff-users/testing/staff-entries.ts'

const shop = await fileFixture(openTestShop())
const admin = await signIn(shop.app, { admin: true })
const product = await addProduct(shop.db, { name: 'Given', price_cents: 1000 })

const day = 86_400
const params = (uid: number) => ({ uid })
const give = (uid: number, days: number, product_id = product) =>
  shop.call(
    staffSubscriptions.give,
    { params: params(uid), body: { game_id: product_id, term_length: days as 30 } },
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

test.each([30, 90, 180, 365])(
  'grants %i days through the ledger, also without a reason',
  async (days) => {
    const { user, cookie } = await signIn(shop.app)
    const { status, body } = await give(user.id, days)
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        uid: user.id,
        game_id: product,
        product_name: 'Given',
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
      message: 'Time given',
      details: {
        product: 'Given',
        product_id: product,
        hours: days * 24,
        before: { ends_at: null },
        after: { ends_at: expect.any(String) },
      },
    })
  },
)

test('lists the subscriptions of a user in pages, latest expiry first', async () => {
  const { user } = await signIn(shop.app)
  const made: number[] = []
  for (const days of [180, 90, 30]) {
    const id = await addProduct(shop.db)
    await give(user.id, days, id)
    made.push(id)
  }
  const page = async (page: number) => {
    const asked = { params: params(user.id), query: { page, limit: 2 } }
    const { body } = await shop.call(staffSubscriptions.list, asked, admin)
    return [body.total, ...body.subscriptions.map(({ game_id }) => game_id)]
  }
  expect([await page(0), await page(1), await page(2)]).toEqual([
    [3, made[0], made[1]],
    [3, made[2]],
    [3],
  ])
})

test('refuses other lengths, products and users', async () => {
  const { user } = await signIn(shop.app)
  for (const days of [0, 1, 31, -30, 2_592_000])
    expect((await give(user.id, days)).status).toBe(422)
  expect(await give(user.id, 30, 999_999)).toMatchObject({
    status: 404,
    code: 'unknown_product',
  })
  expect(await give(999_999, 30)).toMatchObject({ status: 404, code: 'unknown_user' })
  expect(await entriesOf(user.id)).toEqual([])
})

test('extends a running subscription, also for two concurrent grants', async () => {
  const { user } = await signIn(shop.app)
  await Promise.all([give(user.id, 30), give(user.id, 90), give(user.id, 30)])
  const listed = await shop.call(
    staffSubscriptions.list,
    { params: params(user.id), query: {} },
    admin,
  )
  expect(listed.body.subscriptions.map(({ term_length }) => term_length)).toEqual([150 * day])
})
