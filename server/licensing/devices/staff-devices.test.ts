import { expect, test } from 'vitest'
import { devices } from '#contract/licensing/devices.ts'
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

const of = (uid: number, query: object = {}) => ({ params: { uid }, query })

async function addDevice(user: number, name: string) {
  const { id } = await shop.db
    .insertInto('devices')
    .values({ user_id: user, name, os: 'Windows 11' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function names(uid: number) {
  const { body } = await shop.call(staffDevices.list, of(uid), support)
  return body.devices.map(({ name }) => name).toSorted()
}

async function history(uid: number) {
  return (await shop.call(staffDevices.history, of(uid), support)).body
}

test('resets one device with a reason, and no other', async () => {
  const { user } = await signIn(shop.app)
  const { user: other } = await signIn(shop.app)
  const id = await addDevice(user.id, 'Desk')
  await addDevice(user.id, 'Laptop')
  const foreign = await addDevice(other.id, 'Desk')
  const reset = (device: number, reason?: string) => {
    const params = { uid: user.id, id: device }
    return shop.call(staffDevices.reset, { params, body: { reason: reason! } }, support)
  }
  expect((await reset(id)).status).toBe(422)
  expect((await reset(id, '  ')).detail).toMatchObject([{ msg: 'Enter a reason' }])
  expect((await reset(foreign, 'Mine')).status).toBe(404)
  expect(await names(user.id)).toEqual(['Desk', 'Laptop'])
  expect((await reset(id, 'A new board')).body).toBe(true)
  expect(await names(user.id)).toEqual(['Laptop'])
  expect(await names(other.id)).toEqual(['Desk'])
  const again = await reset(id, 'A new board')
  expect([again.status, again.code]).toEqual([404, 'unknown_user_device'])
  expect(await history(user.id)).toMatchObject({
    total: 1,
    history: [{ kind: 'reset', device: 'Desk', by: support.user.username, reason: 'A new board' }],
  })
  expect(await lastStaffEntry(shop.db, user.id)).toMatchObject({
    message: 'HWID reset',
    details: { reason: 'A new board', before: { device: id } },
  })
})

test('lists the devices of a user in pages', async () => {
  const { user } = await signIn(shop.app)
  for (const name of ['First', 'Second', 'Third']) await addDevice(user.id, name)
  const page = async (page: number) =>
    (await shop.call(staffDevices.list, of(user.id, { page, limit: 2 }), support)).body
  const seen = [await page(0), await page(1), await page(2)]
  expect(seen.map(({ devices }) => devices.length)).toEqual([2, 1, 0])
  expect(seen.map(({ total }) => total)).toEqual([3, 3, 3])
  const shown = seen.flatMap(({ devices }) => devices.map(({ name }) => name))
  expect(shown.toSorted()).toEqual(['First', 'Second', 'Third'])
})

test('resets all devices with or without a reason', async () => {
  const { user } = await signIn(shop.app)
  for (const body of [undefined, {}, { reason: 'Sold the computer' }]) {
    await addDevice(user.id, 'Desk')
    await addDevice(user.id, 'Laptop')
    expect((await shop.call(staffDevices.remove, { ...of(user.id), body }, support)).body).toBe(
      true,
    )
    expect(await names(user.id)).toEqual([])
  }
  const { history: rows } = await history(user.id)
  expect(rows.map(({ reason }) => reason)).toEqual([
    'Sold the computer',
    'Sold the computer',
    null,
    null,
    null,
    null,
  ])
})

test('a cooldown is lifted once, and the customer can release a device again', async () => {
  const { user, cookie } = await signIn(shop.app)
  const lift = (by = support) =>
    shop.call(staffDevices.liftCooldown, { ...of(user.id), body: { reason: 'Our mistake' } }, by)
  const early = await lift()
  expect([early.status, early.code]).toEqual([409, 'no_cooldown'])
  await shop.db
    .insertInto('device_history')
    .values({ user_id: user.id, kind: 'released' })
    .execute()
  const next = async () => {
    const shown = await shop.call(staffDevices.list, of(user.id), support)
    const own = await shop.call(devices.list, {}, { cookie })
    expect(shown.body.next_release_at).toBe(own.body.next_release_at)
    return own.body.next_release_at
  }
  expect(await next()).not.toBeNull()
  expect((await lift()).body).toBe(true)
  expect(await next()).toBeNull()
  const statuses = await Promise.all([lift(), lift(admin)])
  expect(statuses.map(({ status }) => status)).toEqual([409, 409])
  expect((await history(user.id)).history[0]).toMatchObject({
    kind: 'cooldown_lifted',
    device: null,
    reason: 'Our mistake',
  })
})

test('an unknown user has no devices and no history', async () => {
  const nobody = of(987_654)
  expect((await shop.call(staffDevices.list, nobody, support)).status).toBe(404)
  expect((await shop.call(staffDevices.history, nobody, support)).status).toBe(404)
})

test('administrators add an infraction, which counts', async () => {
  const { user } = await signIn(shop.app)
  const note = (body: object, by = admin) =>
    shop.call(infractions.add, { ...of(user.id), body: body as never }, by)
  const leak = { type: 'leak', reason: 'For sale in a forum' }
  expect((await note(leak, support)).status).toBe(403)
  expect((await note({ type: 'murder', reason: 'x' })).detail).toMatchObject([
    { msg: 'Choose a kind' },
  ])
  expect((await note({ type: 'leak', reason: '' })).detail).toMatchObject([
    { msg: 'Enter what happened' },
  ])
  expect((await note(leak)).body).toMatchObject({ infraction_count: 1 })
  expect((await note({ type: 'other', reason: 'Threats' })).body.infraction_count).toBe(2)
  const shown = await shop.call(staffUsers.get, { ...of(user.id) }, support)
  expect(shown.body.infraction_count).toBe(2)
  expect(await lastStaffEntry(shop.db, user.id)).toMatchObject({
    message: 'Infraction recorded',
    details: { type: 'other', reason: 'Threats', by: admin.user.username },
  })
})
