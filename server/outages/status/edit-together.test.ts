import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { staffStatus } from '#contract/outages/staff-status.ts'
import { status } from '#contract/outages/status.ts'
import { apiKeys } from '#contract/platform/api-keys.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop())
const anna = await signIn(shop.app, { admin: true })
const ben = await signIn(shop.app, { admin: true })
const { key } = (await shop.call(apiKeys.add, { body: { name: 'ci' } }, anna)).body

async function newModule() {
  const repo = `module-${randomBytes(4).toString('hex')}`
  const body = { repo, version: '1.0', status: 'operational' as const }
  return (await shop.call(staffStatus.add, { body }, anna)).body
}
const change = (repo: string, body: Input<typeof staffStatus.change>['body'], by = anna) =>
  shop.call(staffStatus.change, { params: { repo }, body }, by)
const report = (repo: string, version: string) =>
  shop.call(
    status.report,
    { params: { repo }, body: { version, status: 'operational' } },
    { headers: { authorization: `Bearer ${key}` } },
  )

test('refuses a stale save, names the colleague, and changes nothing', async () => {
  const { repo, revision } = await newModule()
  const { body: theirs } = await change(repo, { status: 'offline', revision }, ben)
  const refused = await change(repo, { status: 'updating', revision })
  expect([refused.status, refused.detail]).toEqual([
    409,
    `Changed by ${ben.user.username}: status from “operational” to “offline”`,
  ])
  const saved = await change(repo, { version: '2', revision: theirs.revision })
  expect(saved.body).toMatchObject({ version: '2', status: 'offline' })
})

test('reports from a pipeline do not conflict with edits, and changes by colleagues do', async () => {
  const { repo, revision } = await newModule()
  const { body } = await report(repo, '1.1')
  expect(body).not.toHaveProperty('revision')
  const saved = await change(repo, { status: 'updating', revision })
  expect(saved.body).toMatchObject({ status: 'updating', version: '1.1' })
  await report(repo, '1.2')
  await change(repo, { status: 'offline' }, ben)
  const refused = await change(repo, { status: 'maintenance', revision: saved.body.revision })
  expect([refused.status, refused.detail]).toEqual([
    409,
    `Changed by ${ben.user.username}: status from “operational” to “offline”`,
  ])
})

test('one of many concurrent saves succeeds, and a new order is no conflict', async () => {
  const { repo, revision } = await newModule()
  await shop.call(staffStatus.arrange, { body: [repo] }, ben)
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      change(repo, { version: `3.${n}`, revision }, n % 2 ? anna : ben),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(409)])
})

test('a save for a removed module does not change a later one of the same name', async () => {
  const { repo, revision } = await newModule()
  await change(repo, { version: '2', revision }, ben)
  await shop.call(staffStatus.remove, { params: { repo } }, ben)
  const again = { repo, version: '9', status: 'operational' as const }
  const { body } = await shop.call(staffStatus.add, { body: again }, ben)
  // A revision from an hour ago, which is longer than this test takes.
  expect(body.revision).toBeGreaterThan(revision - 3600 + 1)
  expect((await change(repo, { version: '3', revision: revision - 3600 })).status).toBe(409)
})
