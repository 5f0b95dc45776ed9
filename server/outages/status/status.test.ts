import { expect, test } from 'vitest'
import { status } from '#contract/outages/status.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { createApiKey, revokeApiKeys } from '#server/platform/api-keys/keys.ts'

const shop = await fileFixture(openTestShop())
const key = await createApiKey(shop.db, 'ci')

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const report = {
  params: { repo: 'loader' },
  body: { version: '1.4.2', status: 'updating' },
} as const

async function listed() {
  const { body } = await shop.call(status.list, {})
  return body.map((one) => `${one.repo} ${one.version} ${one.status}`)
}

test('a pipeline reports a new or known module, and everyone sees it', async () => {
  const other = { ...report, params: { repo: 'org/website' } }
  const first = await shop.call(status.report, report, bearer(key))
  expect([first.status, first.body]).toEqual([
    200,
    { repo: 'loader', version: '1.4.2', status: 'updating', last_updated: expect.any(String) },
  ])
  await shop.call(status.report, other, bearer(key))
  await expect.poll(listed).toEqual(['loader 1.4.2 updating', 'org/website 1.4.2 updating'])

  const body = { version: '1.5.0', status: 'operational' } as const
  const again = await shop.call(status.report, { ...report, body }, bearer(key))
  expect(again.body.last_updated > first.body.last_updated).toBe(true)
  await expect.poll(listed).toEqual(['loader 1.5.0 operational', 'org/website 1.4.2 updating'])

  const gone = await shop.call(status.remove, { params: { repo: 'org/website' } }, bearer(key))
  expect(gone.status).toBe(200)
  await expect.poll(listed).toEqual(['loader 1.5.0 operational'])
  const unknown = await shop.call(status.remove, { params: { repo: 'org/website' } }, bearer(key))
  expect([unknown.status, unknown.code]).toEqual([404, 'unknown_module'])
})

test('requires a live key for reports, also from signed-in users', async () => {
  const { cookie } = await signIn(shop.app, { admin: true })
  const ended = await createApiKey(shop.db, 'former')
  expect(await revokeApiKeys(shop.db, 'former')).toBe(1)
  const attempts = [
    {},
    { cookie },
    bearer(ended),
    bearer('loadout_made-up'),
    bearer(''),
    { headers: { authorization: `Basic ${key}` } },
    { headers: { authorization: key } },
  ]
  for (const attempt of attempts) {
    for (const call of [
      await shop.call(status.report, report, attempt),
      await shop.call(status.remove, { params: report.params }, attempt),
    ]) {
      expect([call.status, call.code]).toEqual([401, 'invalid_api_key'])
    }
  }
})

test('stores only the hash of a key, and records its last use', async () => {
  await shop.call(status.report, report, bearer(key))
  const rows = await shop.db.selectFrom('api_keys').selectAll().where('name', '=', 'ci').execute()
  expect(rows[0]!.last_used_at).toBeInstanceOf(Date)
  expect(JSON.stringify(rows) + rows[0]!.key_hash.toString('latin1')).not.toContain(key)
})

test('validates reports of a pipeline', async () => {
  const bad = [
    { ...report, body: { version: '1', status: 'fine' } },
    { ...report, body: { version: ' ', status: 'offline' } },
    { ...report, body: { version: 'v'.repeat(61), status: 'offline' } },
    { ...report, params: { repo: 'a b' } },
    { ...report, params: { repo: 'a/b/c' } },
  ]
  for (const input of bad) {
    const { status: code } = await shop.call(status.report, input as typeof report, bearer(key))
    expect(code, JSON.stringify(input)).toBe(422)
  }
})

test('the status page works during maintenance, for readers and pipelines', async () => {
  await shop.db.updateTable('settings').set({ maintenance_mode: true }).execute()
  await expect.poll(async () => (await shop.app.inject('/api/games')).statusCode).toBe(503)
  expect((await shop.call(status.list, {})).status).toBe(200)
  expect((await shop.call(status.report, report, bearer(key))).status).toBe(200)
})
