import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { discord } from '#contract/discord.ts'
import { staffProducts } from '#contract/staff-products.ts'
import { staffUsers } from '#contract/staff-users.ts'
import { DiscordDown } from '#server/adapters/discord/discord.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { settleOrder } from '#server/orders/settle.ts'
import { matchRolesSoon } from './jobs.ts'
import { findMismatches } from './sweep.ts'
import { openGuild } from './testing/guild.ts'

const shop = await fileFixture(openGuild())

afterEach(() => shop.control('/reset', {}))
const work = () => workJobs(shop)

/** Makes every note of an account that old, so that a sweep sees it again. */
const age = (account: string, hours: number) =>
  shop.db
    .updateTable('discord_roles')
    .set({ checked_at: sql`now() - make_interval(hours => ${hours})` })
    .where('discord_id', '=', account)
    .execute()

const end = (userId: number) =>
  shop.db
    .updateTable('subscriptions')
    .set({ ends_at: sql`now() - interval '1 second'` })
    .where('user_id', '=', userId)
    .execute()

/** What the cron does, without waiting for it. */
async function sweep(account: string) {
  const found = (await findMismatches(shop.db)).includes(account)
  if (found) await matchRolesSoon(shop.db, account)
  await work()
  return found
}

async function memberWithRole() {
  const [member, product] = [await shop.member(), await shop.productWithRole()]
  await shop.grant(member.user.id, product.productId)
  await work()
  expect(await shop.rolesAtDiscord(member.account)).toEqual([product.role])
  return { ...member, ...product }
}

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

test('a purchase gives the role of its product and a refund takes it', async () => {
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

test('who links after buying gets the role, and loses it by unlinking', async () => {
  const { user, cookie, account } = await shop.member()
  await shop.call(discord.remove, {}, { cookie })
  const { productId, role } = await shop.productWithRole()
  await shop.grant(user.id, productId)
  await work()
  expect(await shop.rolesAtDiscord(account)).toEqual([])
  await shop.connect(cookie, account)
  await work()
  expect(await shop.rolesAtDiscord(account)).toEqual([role])
  await shop.call(discord.remove, {}, { cookie })
  await work()
  expect([await shop.rolesAtDiscord(account), await shop.noted(account)]).toEqual([[], []])
})

test('another linked account takes the roles over', async () => {
  const { cookie, account, role } = await memberWithRole()
  const { id: next } = await shop.person()
  await shop.connect(cookie, next)
  await work()
  expect(await shop.rolesAtDiscord(account)).toEqual([])
  expect(await shop.rolesAtDiscord(next)).toEqual([role])
})

test('the sweep takes the role when the subscription ends, and of no other product', async () => {
  const { user, account } = await memberWithRole()
  await end(user.id)
  const other = await shop.productWithRole()
  await shop.grant(user.id, other.productId)
  await work()
  expect(await shop.rolesAtDiscord(account)).toEqual([other.role])
  await end(user.id)
  expect(await sweep(account)).toBe(true)
  expect(await shop.rolesAtDiscord(account)).toEqual([])
  expect(await sweep(account)).toBe(false)
})

test('a ban takes the roles and lifting it gives them back', async () => {
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

test('an answer that was lost heals, and the role is still known to be the store’s', async () => {
  const { user, account } = await shop.member()
  const { productId, role } = await shop.productWithRole()
  const real = shop.shop.discord!
  let before: unknown
  shop.shop.discord = {
    ...real,
    async giveRole(...change) {
      before = await shop.noted(account)
      await real.giveRole(...change)
      throw new DiscordDown('No answer')
    },
  }
  await shop.grant(user.id, productId)
  await work()
  shop.shop.discord = real
  expect(before).toEqual([{ role_id: role, state: 'pending', detail: '' }])
  expect(await shop.noted(account)).toEqual([
    { role_id: role, state: 'failed', detail: 'No answer' },
  ])
  await end(user.id)
  await age(account, 1)
  expect(await sweep(account)).toBe(true)
  expect([await shop.rolesAtDiscord(account), await shop.noted(account)]).toEqual([[], []])
})

test('what happens while Discord answers is noticed', async () => {
  const { user, account } = await shop.member()
  const { productId } = await shop.productWithRole()
  const real = shop.shop.discord!
  shop.shop.discord = {
    ...real,
    async giveRole(...change) {
      await end(user.id)
      await real.giveRole(...change)
    },
  }
  await shop.grant(user.id, productId)
  await work()
  shop.shop.discord = real
  expect([await shop.rolesAtDiscord(account), await shop.noted(account)]).toEqual([[], []])
})

test('a Discord that fails leaves what was given noted as given, and the job tries again', async () => {
  const { user, account, role } = await memberWithRole()
  const second = await shop.productWithRole()
  await shop.control('/switches', { discord: { api: 'error' } })
  await shop.grant(user.id, second.productId)
  await work()
  expect(await shop.noted(account)).toEqual([
    { role_id: role, state: 'given', detail: '' },
    { role_id: second.role, state: 'failed', detail: expect.stringContaining('500') },
  ])
  await shop.control('/reset', {})
  const tried = await sql`
    update graphile_worker._private_jobs set run_at = now()
     where key = ${`discord ${account}`} and attempts = 1`.execute(shop.db)
  expect(Number(tried.numAffectedRows)).toBe(1)
  await work()
  expect(await shop.rolesAtDiscord(account)).toEqual([role, second.role])
})

test('who left the server is noted, and gets the role within the hour after coming back', async () => {
  const { account, role } = await memberWithRole()
  await shop.control(`/discord/accounts/${account}/leave`, {})
  await age(account, 25)
  expect(await sweep(account)).toBe(true)
  expect(await shop.noted(account)).toEqual([
    { role_id: role, state: 'left_server', detail: 'Not a member of the Discord server' },
  ])
  expect(await sweep(account)).toBe(false)
  await shop.control(`/discord/accounts/${account}/join`, {})
  await age(account, 1)
  expect(await sweep(account)).toBe(true)
  expect(await shop.rolesAtDiscord(account)).toEqual([role])
})

test.each([
  ['below_role', 'Discord says: Missing Permissions (50013)'],
  ['not_in_server', 'Discord says: Missing Access (50001)'],
])('a bot that is %s is noted for staff, and tried again after an hour', async (bot, detail) => {
  const { user, account } = await shop.member()
  const { productId, role } = await shop.productWithRole()
  await shop.control('/switches', { discord: { bot } })
  await shop.grant(user.id, productId)
  await work()
  expect(await shop.noted(account)).toEqual([{ role_id: role, state: 'forbidden', detail }])
  await shop.control('/reset', {})
  expect(await sweep(account)).toBe(false)
  await age(account, 1)
  expect(await sweep(account)).toBe(true)
  expect(await shop.rolesAtDiscord(account)).toEqual([role])
})

test('a role that may not be taken stays noted until it is gone', async () => {
  const { user, account, role } = await memberWithRole()
  await end(user.id)
  await shop.control('/switches', { discord: { bot: 'below_role' } })
  await sweep(account)
  expect(await shop.noted(account)).toMatchObject([{ role_id: role, state: 'forbidden' }])
  await shop.control(`/discord/accounts/${account}/strip`, {})
  await age(account, 1)
  await sweep(account)
  expect(await shop.noted(account)).toEqual([])
})

test('a role that Discord does not know is noted as failed', async () => {
  const { user, account } = await shop.member()
  const { productId } = await shop.productWithRole()
  const wrong = { discord_role_id: 'staff' }
  await shop.db.updateTable('products').set(wrong).where('id', '=', productId).execute()
  await shop.grant(user.id, productId)
  await work()
  expect(await shop.noted(account)).toEqual([
    { role_id: 'staff', state: 'failed', detail: 'Discord says: Unknown Role (10011)' },
  ])
})

test('a product with another role changes the roles of those who have it', async () => {
  const { account, productId, role } = await memberWithRole()
  const next = '123456789012345678'
  const staff = await signIn(shop.app, { admin: true })
  const input = { params: { id: productId }, body: { discordRoleId: next } }
  await shop.call(staffProducts.change, input, staff)
  await work()
  expect(await shop.rolesAtDiscord(account)).toEqual([next])
  expect(next).not.toBe(role)
})

test('many purchases at once leave every role given', async () => {
  const { user, account } = await shop.member()
  const products = await Promise.all(Array.from({ length: 5 }, () => shop.productWithRole()))
  await Promise.all(products.map(({ productId }) => shop.grant(user.id, productId)))
  await Promise.all([work(), work(), work()])
  expect((await shop.rolesAtDiscord(account))?.sort()).toEqual(
    products.map(({ role }) => role).sort(),
  )
})
