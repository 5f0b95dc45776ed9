import { expect, test } from 'vitest'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop())
const support = await signIn(shop.app, { support: true })

const params = (uid: number) => ({ params: { uid }, query: {} })

test('lists orders of the customer, without abandoned card forms', async () => {
  const [one, other] = [await signIn(shop.app), await signIn(shop.app)]
  const order = await shop.db
    .insertInto('orders')
    .values({ user_id: one.user.id, type: 'crypto', total_cents: 1999 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const listed = await shop.call(staffOrders.list, params(one.user.id), support)
  expect(listed.body).toMatchObject({
    orders: [{ id: order.id, total_price: 19.99, payment_status: 'waiting' }],
    total: 1,
  })
  const look = { user_id: one.user.id, type: 'card', total_cents: 100 } as const
  await shop.db.insertInto('orders').values(look).execute()
  const seen = await shop.call(staffOrders.list, params(one.user.id), support)
  expect(seen.body).toEqual(listed.body)
  const none = await shop.call(staffOrders.list, params(other.user.id), support)
  expect(none.body).toEqual({ orders: [], total: 0 })
})

test('lists the orders of a user in pages', async () => {
  const { user } = await signIn(shop.app)
  const numbers = Array.from({ length: 230 }, (_, n) => n)
  const at = (n: number) => new Date(Date.now() - n * 1000)
  await shop.db
    .insertInto('orders')
    .values(
      numbers.map((n) => ({
        user_id: user.id,
        type: 'crypto' as const,
        total_cents: n,
        created_at: at(n),
      })),
    )
    .execute()
  const query = { page: 22, limit: 10 }
  const orders = await shop.call(staffOrders.list, { ...params(user.id), query }, support)
  expect(orders.body.total).toBe(230)
  expect(orders.body.orders.map((one) => Math.round(one.total_price * 100))).toEqual(
    numbers.slice(220),
  )
})
