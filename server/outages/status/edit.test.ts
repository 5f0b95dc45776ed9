import { expect, test } from 'vitest'
import { staffStatus } from '#contract/outages/staff-status.ts'
import { status } from '#contract/outages/status.ts'
import { apiKeys } from '#contract/platform/api-keys.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop())
const staff = await signIn(shop.app, { admin: true })

const add = (repo: string) =>
  shop.call(staffStatus.add, { body: { repo, version: '1.0', status: 'operational' } }, staff)
const arrange = (...body: string[]) => shop.call(staffStatus.arrange, { body }, staff)
const shown = async () => (await shop.call(status.list, {})).body.map(({ repo }) => repo)

async function entries(message: string) {
  const rows = await shop.db
    .selectFrom('logs')
    .select('details')
    .where('message', '=', message)
    .orderBy('id')
    .execute()
  return rows.map(({ details }) => details)
}

test('modules are added, changed, sorted and removed, and everyone sees it', async () => {
  for (const repo of ['loader', 'org/website', 'sign-in']) {
    expect((await add(repo)).status).toBe(201)
  }
  await expect.poll(shown).toEqual(['loader', 'org/website', 'sign-in'])
  const again = await add('loader')
  expect([again.status, again.detail]).toEqual([409, 'Module loader already exists'])

  const params = { repo: 'org/website' }
  const changed = await shop.call(
    staffStatus.change,
    { params, body: { status: 'maintenance' } },
    staff,
  )
  expect(changed.body).toMatchObject({ version: '1.0', status: 'maintenance' })
  expect(await entries('Module changed')).toEqual([
    {
      by: staff.user.username,
      by_uid: staff.user.id,
      module: 'org/website',
      revision: changed.body.revision,
      before: { status: 'operational' },
      after: { status: 'maintenance' },
    },
  ])

  expect((await arrange('sign-in', 'loader', 'unknown')).body).toBe(true)
  await expect.poll(shown).toEqual(['sign-in', 'loader', 'org/website'])
  const { body } = await shop.call(staffStatus.list, { query: {} }, staff)
  expect([body.total, body.modules[2]!.status]).toEqual([3, 'maintenance'])

  await add('last')
  await expect.poll(shown).toEqual(['sign-in', 'loader', 'org/website', 'last'])
  expect((await shop.call(staffStatus.remove, { params }, staff)).body).toBe(true)
  await expect.poll(shown).toEqual(['sign-in', 'loader', 'last'])
  for (const answer of [
    await shop.call(staffStatus.remove, { params }, staff),
    await shop.call(staffStatus.change, { params, body: { version: '2' } }, staff),
  ])
    expect([answer.status, answer.code]).toEqual([404, 'unknown_module'])
  expect(await entries('Module removed')).toMatchObject([
    { module: 'org/website', before: { version: '1.0', status: 'maintenance' } },
  ])
})

test('a key is shown once, works until it is revoked, and is never logged', async () => {
  const { user } = staff
  const made = await shop.call(apiKeys.add, { body: { name: ' ci ' } }, staff)
  expect([made.status, made.body.name]).toEqual([201, 'ci'])
  const report = () =>
    shop.call(
      status.report,
      { params: { repo: 'by-key' }, body: { version: '1', status: 'operational' } },
      { headers: { authorization: `Bearer ${made.body.key}` } },
    )
  const list = async () => (await shop.call(apiKeys.list, { query: {} }, staff)).body
  const [key] = (await list()).api_keys
  expect(key).toMatchObject({ name: 'ci', created_by: user.username, last_used_at: null })
  expect((await report()).status).toBe(200)
  expect((await list()).api_keys[0]!.last_used_at).not.toBeNull()

  const params = { id: key!.id }
  expect((await shop.call(apiKeys.remove, { params }, staff)).body).toBe(true)
  expect((await report()).status).toBe(401)
  expect(await list()).toEqual({ api_keys: [], total: 0 })
  const twice = await shop.call(apiKeys.remove, { params }, staff)
  expect([twice.status, twice.code]).toEqual([404, 'unknown_key'])
  const logs = await shop.db.selectFrom('logs').selectAll().execute()
  expect(logs.map(({ message }) => message)).toEqual(
    expect.arrayContaining(['API key created', 'API key revoked']),
  )
  expect(JSON.stringify(logs)).not.toContain(made.body.key)
})

test('validates modules and keys', async () => {
  for (const repo of ['', 'a b', 'a/b/c', 'x'.repeat(101)])
    expect((await add(repo)).status, repo).toBe(422)
  for (const body of [{ status: 'fine' }, { version: '' }, { version: 'v'.repeat(61) }])
    expect(
      (await shop.call(staffStatus.change, { params: { repo: 'a' }, body: body as object }, staff))
        .status,
    ).toBe(422)
  expect((await arrange()).status).toBe(422)
  for (const name of ['', ' ', 'x'.repeat(61)])
    expect((await shop.call(apiKeys.add, { body: { name } }, staff)).status).toBe(422)
})
