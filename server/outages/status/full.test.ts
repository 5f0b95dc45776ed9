import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { credits } from '#contract/outages/credits.ts'
import { staffStatus } from '#contract/outages/staff-status.ts'
import { mostModules, status } from '#contract/outages/status.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { createApiKey } from '#server/platform/api-keys/keys.ts'

const shop = await fileFixture(openTestShop())
const staff = await signIn(shop.app, { admin: true })
const key = await createApiKey(shop.db, 'ci')
const report = (repo: string, version = '2') =>
  shop.call(
    status.report,
    { params: { repo }, body: { version, status: 'operational' } },
    { headers: { authorization: `Bearer ${key}` } },
  )

/** Replaces all modules of the status page with the given number of modules. */
async function fill(count: number) {
  await shop.db.deleteFrom('modules').execute()
  await sql`insert into modules (repo, version, status, position)
            select 'm' || n, '1', 'operational', n from generate_series(1, ${count}) n`.execute(
    shop.db,
  )
}

test('a full status page refuses new modules, also in concurrent requests, and updates the others', async () => {
  await fill(mostModules - 1)
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((repo) => report(repo)))
  expect(answers.map((each) => each.status).sort()).toEqual([200, 409, 409, 409])
  expect(answers.find((each) => each.status === 409)!.detail).toBe(
    'The status page already has 500 modules. Remove one first.',
  )
  const body = { repo: 'e', version: '1', status: 'operational' as const }
  expect((await shop.call(staffStatus.add, { body }, staff)).code).toBe('modules_full')
  expect((await report('m7')).body.version).toBe('2')
  const { total } = (await shop.call(staffStatus.list, { query: {} }, staff)).body
  expect([total, (await shop.call(status.list, {})).body.length]).toEqual([500, 500])
  await shop.call(staffStatus.remove, { params: { repo: 'm7' } }, staff)
  expect((await shop.call(staffStatus.add, { body }, staff)).status).toBe(201)
})

test('lists policies in pages with their number', async () => {
  await fill(mostModules)
  await sql`insert into products (slug, name, price_cents, position)
            select 'p' || n, 'Game ' || n, 900, n from generate_series(1, 30) n`.execute(shop.db)
  const page = async (page: number) => {
    const { body } = await shop.call(credits.policies, { query: { page, limit: 25 } }, staff)
    return [body.total, body.policies.length, body.policies[0]?.name, body.repos.length]
  }
  expect(await page(0)).toEqual([30, 25, 'Game 1', 500])
  expect(await page(1)).toEqual([30, 5, 'Game 26', 500])
})
