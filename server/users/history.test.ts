import { afterAll, beforeAll, expect, test } from 'vitest'
import { userHistory } from '#contract/user-history.ts'
import { users } from '#contract/users.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { openTestShop, type TestShop } from '#server/kernel/testing/shop.ts'
import { lastStaffEntry } from './testing/staff-entries.ts'

let shop: TestShop
let support: Awaited<ReturnType<typeof signIn>>
let admin: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  shop = await openTestShop()
  support = await signIn(shop.app, { support: true })
  admin = await signIn(shop.app, { admin: true })
})
afterAll(() => shop.close())

const params = (uid: number) => ({ params: { uid: String(uid) }, query: {} })

test('infractions are shown and reset: the count ends, the history stays', async () => {
  const { user } = await signIn(shop.app)
  const [old, recent] = await shop.db
    .insertInto('infractions')
    .values([
      { user_id: user.id, type: 'sharing', reason: 'Two machines', created_at: new Date(0) },
      { user_id: user.id, type: 'tampering', reason: 'Changed file', details: '{"size":3}' },
    ])
    .returning('id')
    .execute()
  const shown = await shop.call(userHistory.infractions, params(user.id), support)
  expect(shown.body.total).toBe(2)
  expect(shown.body.infractions).toMatchObject([
    { id: recent!.id, type: 'tampering', reason: 'Changed file', details: { size: 3 } },
    { id: old!.id, details: {}, cleared_at: null },
  ])
  const count = async () =>
    (await shop.call(users.get, params(user.id), support)).body.infraction_count
  expect(await count()).toBe(2)
  expect((await shop.call(userHistory.resetInfractions, params(user.id), support)).status).toBe(403)
  expect(await count()).toBe(2)
  expect((await shop.call(userHistory.resetInfractions, params(user.id), admin)).body).toBe(true)
  expect(await count()).toBe(0)
  const after = await shop.call(userHistory.infractions, params(user.id), support)
  expect(after.body.infractions.map(({ cleared_at }) => typeof cleared_at)).toEqual([
    'string',
    'string',
  ])
  expect(await lastStaffEntry(shop.db, user.id)).toMatchObject({
    message: 'Infractions reset',
    details: { before: { infraction_count: 2 }, after: { infraction_count: 0 } },
  })
})

test('support lets go of a machine, and of none it is fine too', async () => {
  const { user } = await signIn(shop.app)
  const device = { user_id: user.id, hwid_hash: Buffer.from('one') }
  await shop.db.insertInto('devices').values(device).execute()
  for (let times = 0; times < 2; times += 1)
    expect((await shop.call(userHistory.resetHwid, params(user.id), support)).body).toBe(true)
  // Another machine can take its place.
  await shop.db
    .insertInto('devices')
    .values({ ...device, hwid_hash: Buffer.from('two') })
    .execute()
  expect(await lastStaffEntry(shop.db, user.id)).toMatchObject({
    message: 'HWID reset',
    details: { by: support.user.username },
  })
})

test('the Discord account is told with what became of its roles', async () => {
  const { user } = await signIn(shop.app)
  expect((await shop.call(userHistory.discord, params(user.id), support)).body).toBeNull()
  const discord_id = `7${user.id}`
  await shop.db
    .insertInto('discord_links')
    .values({ user_id: user.id, discord_id, username: 'mara' })
    .execute()
  await shop.db
    .insertInto('games')
    .values({ slug: 'roled', name: 'Roled', price_cents: 1, discord_role_id: 'r1' })
    .execute()
  await shop.db
    .insertInto('discord_roles')
    .values([
      {
        user_id: user.id,
        discord_id,
        role_id: 'r1',
        state: 'forbidden',
        detail: 'Discord says no',
      },
      { user_id: user.id, discord_id, role_id: 'r2', state: 'given' },
    ])
    .execute()
  expect((await shop.call(userHistory.discord, params(user.id), support)).body).toMatchObject({
    id: discord_id,
    username: 'mara',
    roles: [
      { role_id: 'r1', games: ['Roled'], state: 'forbidden', detail: 'Discord says no' },
      { role_id: 'r2', games: [], state: 'given', detail: '' },
    ],
  })
})

test('orders are those of the customer, without looks at the card form', async () => {
  const [one, other] = [await signIn(shop.app), await signIn(shop.app)]
  const order = await shop.db
    .insertInto('orders')
    .values({ user_id: one.user.id, type: 'crypto', total_cents: 1999 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const listed = await shop.call(userHistory.orders, params(one.user.id), support)
  expect(listed.body).toMatchObject({
    orders: [{ id: order.id, total_price: 19.99, payment_status: 'waiting' }],
    total: 1,
  })
  const look = { user_id: one.user.id, type: 'card', total_cents: 100 } as const
  await shop.db.insertInto('orders').values(look).execute()
  const seen = await shop.call(userHistory.orders, params(one.user.id), support)
  expect(seen.body).toEqual(listed.body)
  const none = await shop.call(userHistory.orders, params(other.user.id), support)
  expect(none.body).toEqual({ orders: [], total: 0 })
})

test('lists of one user go by pages, however long they are', async () => {
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
  await shop.db
    .insertInto('infractions')
    .values(
      numbers.map((n) => ({ user_id: user.id, type: 'x', reason: `${n}`, created_at: at(n) })),
    )
    .execute()
  const query = { page: 22, limit: 10 }
  const orders = await shop.call(userHistory.orders, { ...params(user.id), query }, support)
  expect(orders.body.total).toBe(230)
  expect(orders.body.orders.map((one) => Math.round(one.total_price * 100))).toEqual(
    numbers.slice(220),
  )
  const list = await shop.call(userHistory.infractions, { ...params(user.id), query }, support)
  expect(list.body.total).toBe(230)
  expect(list.body.infractions.map(({ reason }) => Number(reason))).toEqual(numbers.slice(220))
})
