import { expect, test } from 'vitest'
import { status } from '#contract/outages/status.ts'
import { staffUsers } from '#contract/people/staff-users.ts'
import { apiKeys } from '#contract/platform/api-keys.ts'
import { signIn, startSessionOf } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop())
const boss = await signIn(shop.app, { admin: true })

/** Creates an administrator with API keys, and functions that use them. */
async function maker(names = ['ci', 'nightly']) {
  const { user, cookie } = await signIn(shop.app, { admin: true })
  const add = (name: string) => shop.call(apiKeys.add, { body: { name } }, { cookie })
  const keys: string[] = []
  for (const name of names) keys.push((await add(name)).body.key)
  const report = async (key: string) => {
    const input = {
      params: { repo: `of-${user.id}` },
      body: { version: '1', status: 'operational' as const },
    }
    const by = { headers: { authorization: `Bearer ${key}` } }
    return (await shop.call(status.report, input, by)).status
  }
  return {
    user,
    add,
    reports: () => Promise.all(keys.map(report)),
    change: (body: object) =>
      shop.call(staffUsers.change, { params: { uid: user.id }, body: body as never }, boss),
    listed: async () =>
      (await shop.call(apiKeys.list, { query: { made_by: user.id } }, boss)).body.api_keys,
    revoked: async () => {
      const rows = await shop.db
        .selectFrom('logs')
        .select('details')
        .where('message', '=', 'API key revoked')
        .execute()
      return rows
        .map(({ details }) => details as { made_by?: number; name: string })
        .filter(({ made_by }) => made_by === user.id)
        .map(({ name }) => name)
    },
  }
}

test.each([
  ['demoted', { support: true }],
  ['banned', { banned: true }],
  ['no longer verified', { verified: false }],
])('the API keys of an administrator are revoked once their creator is %s', async (_, body) => {
  const { reports, change, listed, revoked } = await maker()
  const other = await maker(['other'])
  expect(await reports()).toEqual([200, 200])
  expect((await listed()).map(({ name }) => name)).toEqual(['nightly', 'ci'])
  expect((await change({ username: `Named-${Date.now()}` })).status).toBe(200)
  expect(await reports()).toEqual([200, 200])
  expect((await change(body)).status).toBe(200)
  expect(await reports()).toEqual([401, 401])
  expect(await listed()).toEqual([])
  expect((await revoked()).sort()).toEqual(['ci', 'nightly'])
  expect(await other.reports()).toEqual([200])
  // An administrator who regains the rights must create new keys.
  await change({ admin: true, banned: false, verified: true })
  expect(await reports()).toEqual([401, 401])
})

test('the preview of a deletion counts the API keys, and the deletion revokes them', async () => {
  const { user, reports, revoked } = await maker()
  const params = { uid: user.id }
  const { body } = await shop.call(staffUsers.previewRemove, { params }, boss)
  expect([body.ends.api_keys, body.stays.api_keys]).toEqual([2, 0])
  expect(await reports()).toEqual([200, 200])
  expect((await shop.call(staffUsers.remove, { params }, boss)).status).toBe(200)
  expect(await reports()).toEqual([401, 401])
  expect((await revoked()).sort()).toEqual(['ci', 'nightly'])
})

test('an API key that its creator adds while being demoted is revoked or refused', async () => {
  for (let round = 0; round < 5; round++) {
    const { user, change, listed, add } = await maker(['early'])
    const [made] = await Promise.all([add('late'), change({ support: true })])
    expect([201, 401, 403]).toContain(made.status)
    expect(await listed()).toEqual([])
    const cookie = `session=${await startSessionOf(shop.db, user.id)}`
    const { status } = await shop.call(apiKeys.add, { body: { name: 'x' } }, { cookie })
    expect(status).toBe(403)
  }
})

test('the list marks an API key whose creator is no longer an administrator', async () => {
  const { user, listed } = await maker(['ci'])
  expect(await listed()).toMatchObject([{ maker_left: false }])
  await shop.db.updateTable('users').set({ admin: false }).where('id', '=', user.id).execute()
  expect(await listed()).toMatchObject([{ name: 'ci', maker_left: true }])
})
