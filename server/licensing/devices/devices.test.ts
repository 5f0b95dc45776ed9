import { expect, test } from 'vitest'
import { infractions } from '#contract/licensing/infractions.ts'
import { staffDevices } from '#contract/licensing/staff-devices.ts'
import { staffUsers } from '#contract/people/staff-users.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { lastStaffEntry } from '#server/people/staff-users/testing/staff-entries.ts'

const shop = await fileFixture(openTestShop())
const support = await signIn(shop.app, { support: true })
const admin = await signIn(shop.app, { admin: true })

const params = (uid: number) => ({ params: { uid }, query: {} })

test('shows and resets infractions: the count restarts, the history stays', async () => {
  const { user } = await signIn(shop.app)
  const [old, recent] = await shop.db
    .insertInto('infractions')
    .values([
      { user_id: user.id, type: 'sharing', reason: 'Two machines', created_at: new Date(0) },
      { user_id: user.id, type: 'tampering', reason: 'Changed file', details: '{"size":3}' },
    ])
    .returning('id')
    .execute()
  const shown = await shop.call(infractions.list, params(user.id), support)
  expect(shown.body.total).toBe(2)
  expect(shown.body.infractions).toMatchObject([
    { id: recent!.id, type: 'tampering', reason: 'Changed file', details: { size: 3 } },
    { id: old!.id, details: {}, cleared_at: null },
  ])
  const count = async () =>
    (await shop.call(staffUsers.get, params(user.id), support)).body.infraction_count
  expect(await count()).toBe(2)
  expect((await shop.call(infractions.reset, params(user.id), support)).status).toBe(403)
  expect(await count()).toBe(2)
  expect((await shop.call(infractions.reset, params(user.id), admin)).body).toBe(true)
  expect(await count()).toBe(0)
  const after = await shop.call(infractions.list, params(user.id), support)
  expect(after.body.infractions.map(({ cleared_at }) => typeof cleared_at)).toEqual([
    'string',
    'string',
  ])
  expect(await lastStaffEntry(shop.db, user.id)).toMatchObject({
    message: 'Infractions reset',
    details: { before: { infraction_count: 2 }, after: { infraction_count: 0 } },
  })
})

test('support releases a device, also if there is none', async () => {
  const { user } = await signIn(shop.app)
  const device = { user_id: user.id }
  await shop.db.insertInto('devices').values(device).execute()
  for (let times = 0; times < 2; times += 1)
    expect((await shop.call(staffDevices.remove, params(user.id), support)).body).toBe(true)
  // Another machine can take its place.
  await shop.db.insertInto('devices').values(device).execute()
  expect(await lastStaffEntry(shop.db, user.id)).toMatchObject({
    message: 'HWID reset',
    details: { by: support.user.username },
  })
})

test('lists infractions in pages', async () => {
  const { user } = await signIn(shop.app)
  const numbers = Array.from({ length: 230 }, (_, n) => n)
  const at = (n: number) => new Date(Date.now() - n * 1000)
  await shop.db
    .insertInto('infractions')
    .values(
      numbers.map((n) => ({ user_id: user.id, type: 'x', reason: `${n}`, created_at: at(n) })),
    )
    .execute()
  const query = { page: 22, limit: 10 }
  const list = await shop.call(infractions.list, { ...params(user.id), query }, support)
  expect(list.body.total).toBe(230)
  expect(list.body.infractions.map(({ reason }) => Number(reason))).toEqual(numbers.slice(220))
})
