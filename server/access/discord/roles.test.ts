import { afterEach, expect, test } from 'vitest'
import { discord } from '#contract/access/discord.ts'
import { staffProducts } from '#contract/catalogue/staff-products.ts'
import { staffUsers } from '#contract/people/staff-users.ts'
import { payments } from '#contract/selling/payments.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { settleOrder } from '#server/selling/orders/settle.ts'
import { matchRolesSoon } from './jobs.ts'
import { openGuild } from './testing/guild.ts'
import { roleWords } from './testing/roles.ts'

const shop = await fileFixture(openGuild())

afterEach(() => shop.control('/reset', {}))
const { work, end, sweep, memberWithRole } = roleWords(shop)

async function paidOrder(userId: number, productId: number) {
  const { id } = await shop.db
    .insertInto('orders')
    .values({ user_id: userId, type: 'card', total_cents: 100 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await shop.db
    .insertInto('order_items')
    .values({ order_id: id, product_id: productId, product_name: 'G', months: 1, list_cents: 100 })
    .execute()
  await settleOrder(shop.db, id, 'finished')
  return id
}

test('a purchase gives the role of its product and a refund removes it', async () => {
  const { user, account } = await shop.member()
  const { productId, role } = await shop.productWithRole()
  const order = await paidOrder(user.id, productId)
  await work()
  expect(await shop.rolesAtDiscord(account)).toEqual([role])
  expect(await shop.noted(account)).toEqual([{ role_id: role, state: 'given', detail: '' }])
  await settleOrder(shop.db, order, 'refunded')
  await work()
  expect([await shop.rolesAtDiscord(account), await shop.noted(account)]).toEqual([[], []])
})

test('a disputed payment removes the role, and a won dispute gives it back', async () => {
  const { cookie, account } = await shop.member()
  const { productId: id, role } = await shop.productWithRole()
  await shop.db.updateTable('products').set({ price_cents: 1999 }).where('id', '=', id).execute()
  const { body } = await shop.call(
    payments.createCheckoutSession,
    { query: { again: 'true' }, body: [{ id, term_length: 1 }] },
    { cookie },
  )
  const rolesAfter = async (action: string) => {
    await shop.control(`/stripe/sessions/${body.session_id}/${action}?wait=true`, {})
    await work()
    return shop.rolesAtDiscord(account)
  }
  expect(await rolesAfter('confirm')).toEqual([role])
  expect(await rolesAfter('dispute')).toEqual([])
  expect(await rolesAfter('dispute-won')).toEqual([role])
})

test('linking after a purchase gives the role, and unlinking removes it', async () => {
  const { user, cookie, account } = await shop.member()
  await shop.call(discord.remove, {}, { cookie })
  const { productId, role } = await shop.productWithRole()
  await shop.give(user.id, productId)
  await work()
  expect(await shop.rolesAtDiscord(account)).toEqual([])
  await shop.connect(cookie, account)
  await work()
  expect(await shop.rolesAtDiscord(account)).toEqual([role])
  await shop.call(discord.remove, {}, { cookie })
  await work()
  expect([await shop.rolesAtDiscord(account), await shop.noted(account)]).toEqual([[], []])
})

test('a newly linked account receives the roles', async () => {
  const { cookie, account, role } = await memberWithRole()
  const { id: next } = await shop.person()
  await shop.connect(cookie, next)
  await work()
  expect(await shop.rolesAtDiscord(account)).toEqual([])
  expect(await shop.rolesAtDiscord(next)).toEqual([role])
})

test('the sweep removes the role when the subscription expires, and no role of another product', async () => {
  const { user, account } = await memberWithRole()
  await end(user.id)
  const other = await shop.productWithRole()
  await shop.give(user.id, other.productId)
  await work()
  expect(await shop.rolesAtDiscord(account)).toEqual([other.role])
  await end(user.id)
  expect(await sweep(account)).toBe(true)
  expect(await shop.rolesAtDiscord(account)).toEqual([])
  expect(await sweep(account)).toBe(false)
})

test('a ban removes the roles and lifting it gives them back', async () => {
  const { user, account, role } = await memberWithRole()
  const admin = await signIn(shop.app, { admin: true })
  const ban = (banned: boolean) =>
    shop.call(staffUsers.change, { params: { uid: user.id }, body: { banned } }, admin)
  await ban(true)
  await work()
  expect(await shop.rolesAtDiscord(account)).toEqual([])
  await ban(false)
  await work()
  expect(await shop.rolesAtDiscord(account)).toEqual([role])
})

test('roles that the store did not give stay', async () => {
  const { user, account, role } = await memberWithRole()
  const foreign = '129999999999999999'
  await shop.shop.discord!.giveRole(account, foreign, `${'B'.repeat(149)}🎮`)
  await end(user.id)
  await matchRolesSoon(shop.db, account)
  await work()
  expect(await shop.rolesAtDiscord(account)).toEqual([foreign])
  expect(role).not.toBe(foreign)
})

test('a new role of a product replaces the role of its customers', async () => {
  const { account, productId, role } = await memberWithRole()
  const next = '123456789012345678'
  const staff = await signIn(shop.app, { admin: true })
  const input = { params: { id: productId }, body: { discordRoleId: next } }
  await shop.call(staffProducts.change, input, staff)
  await work()
  expect(await shop.rolesAtDiscord(account)).toEqual([next])
  expect(next).not.toBe(role)
})

test('concurrent purchases give every role', async () => {
  const { user, account } = await shop.member()
  const products = await Promise.all(Array.from({ length: 5 }, () => shop.productWithRole()))
  await Promise.all(products.map(({ productId }) => shop.give(user.id, productId)))
  await Promise.all([work(), work(), work()])
  expect((await shop.rolesAtDiscord(account))?.sort()).toEqual(
    products.map(({ role }) => role).sort(),
  )
})
