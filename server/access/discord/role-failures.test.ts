import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { DiscordDown } from '#server/adapters/discord/discord.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openGuild } from './testing/guild.ts'
import { roleWords } from './testing/roles.ts'

const shop = await fileFixture(openGuild())

afterEach(() => shop.control('/reset', {}))
const { work, end, sweep, memberWithRole } = roleWords(shop)

/** Moves every entry of an account into the past, so that a sweep finds it again. */
const age = (account: string, hours: number) =>
  shop.db
    .updateTable('discord_roles')
    .set({ checked_at: sql`now() - make_interval(hours => ${hours})` })
    .where('discord_id', '=', account)
    .execute()

test('recovers from a lost response and still knows that the store gave the role', async () => {
  const { user, account } = await shop.member()
  const { productId, role } = await shop.productWithRole()
  const real = shop.shop.discord!
  let before: unknown
  shop.shop.discord = {
    ...real,
    async giveRole(...change) {
      before ??= await shop.noted(account)
      await real.giveRole(...change)
      throw new DiscordDown('No answer')
    },
  }
  await shop.give(user.id, productId)
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

test('notices changes that happen while Discord responds', async () => {
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
  await shop.give(user.id, productId)
  await work()
  shop.shop.discord = real
  expect([await shop.rolesAtDiscord(account), await shop.noted(account)]).toEqual([[], []])
})

test('keeps a role recorded as given while Discord fails, and retries the job', async () => {
  const { user, account, role } = await memberWithRole()
  const second = await shop.productWithRole()
  await shop.control('/switches', { discord: { api: 'error' } })
  await shop.give(user.id, second.productId)
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

test('records a member who left, and gives the role within an hour of their return', async () => {
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
])('records a bot that is %s for staff, and retries after an hour', async (bot, detail) => {
  const { user, account } = await shop.member()
  const { productId, role } = await shop.productWithRole()
  await shop.control('/switches', { discord: { bot } })
  await shop.give(user.id, productId)
  await work()
  expect(await shop.noted(account)).toEqual([{ role_id: role, state: 'forbidden', detail }])
  await shop.control('/reset', {})
  expect(await sweep(account)).toBe(false)
  await age(account, 1)
  expect(await sweep(account)).toBe(true)
  expect(await shop.rolesAtDiscord(account)).toEqual([role])
})

test('keeps a role on record until the bot may remove it', async () => {
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

test('records a role that Discord does not know as failed', async () => {
  const { user, account } = await shop.member()
  const { productId } = await shop.productWithRole()
  const wrong = { discord_role_id: 'staff' }
  await shop.db.updateTable('products').set(wrong).where('id', '=', productId).execute()
  await shop.give(user.id, productId)
  await work()
  expect(await shop.noted(account)).toEqual([
    { role_id: 'staff', state: 'failed', detail: 'Discord says: Unknown Role (10011)' },
  ])
})
