import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { staffTexts } from '#contract/platform/staff-texts.ts'
import { texts } from '#contract/platform/texts.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { buildApp } from '#server/app.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { closeShop, openShop } from '#server/shop/open-shop.ts'
import { publicConfig } from '#server/shop/public-config.ts'
import { faq } from './defaults/faq.ts'
import { footer } from './defaults/footer.ts'
import { landing } from './defaults/landing.ts'
import { terms } from './defaults/terms.ts'

const shop = await fileFixture(openTestShop())
const anna = await signIn(shop.app, { admin: true })

const save = (body: Input<typeof staffTexts.save>['body']) =>
  shop.call(staffTexts.save, { body }, anna)

test('every text sends customers with a new device to Devices', () => {
  for (const [name, text] of Object.entries({ faq, landing, terms })) {
    expect.soft(JSON.stringify(text), name).toMatch(/Devices in your dashboard/)
    expect.soft(JSON.stringify(text), name).not.toMatch(/support (moves|releases)/i)
  }
})

test('a legal page is sanitised, split by headings, and each text has its own version', async () => {
  const legal = async (name = 'terms') =>
    (await shop.call(texts.legal, { params: { name: name as 'terms' } })).body
  await save({ name: 'terms', ...terms, publish: true })
  await expect.poll(async () => (await legal()).sections[0]?.html).toContain('is run by')
  const first = await legal()
  expect(first.sections[0]).toMatchObject({ title: 'Who you deal with' })
  expect(JSON.stringify(first.sections)).not.toContain('{shop}')
  const body = `Intro <script>alert(1)</script>

## One & **two**

[x](javascript:alert(1)) {shop}

## One & two

More`
  await save({ name: 'terms', body, publish: true })
  await expect.poll(async () => (await legal()).version).toBeGreaterThan(first.version)
  const { sections, version: written } = await legal()
  expect(sections.map(({ id, title }) => [id, title])).toEqual([
    ['top', null],
    ['one-two', 'One & two'],
    ['one-two-2', 'One & two'],
  ])
  expect(sections[1]!.html).toContain('Loadout')
  expect(JSON.stringify(sections)).not.toMatch(/script/)
  await expect.poll(() => publicConfig(shop.shop).legalVersions.terms).toBe(written)

  // The former version stays unchanged, and publishing it again does not create a new one.
  const version = String(first.version)
  const former = await shop.call(texts.legalVersion, { params: { name: 'terms', version } })
  expect(former.body).toMatchObject({ sections: first.sections, current: false })
  await save({ name: 'terms', ...terms, publish: true })
  await expect.poll(async () => (await legal()).version).toBe(first.version)
  for (const unknown of ['99', '99999999999']) {
    const none = await shop.call(texts.legalVersion, {
      params: { name: 'terms', version: unknown },
    })
    expect(none.code).toBe('unknown_legal_version')
  }
})

test('two processes give a new text the same version number', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-test-'))
  const { config } = shop.shop
  const second = await openShop({ config, dataDir, databaseUrl: shop.databaseUrl })
  const app = await buildApp(second, { withPages: false })
  try {
    await app.inject('/api/texts/landing')
    await save({ name: 'terms', body: 'Both {shop}', publish: true })
    await save({ name: 'landing', ...landing, title: 'Both', publish: true })
    await save({ name: 'footer', ...footer, tagline: 'Both', publish: true })
    await vi.waitFor(async () => {
      const { legalVersions } = publicConfig(second)
      expect(legalVersions).toEqual(publicConfig(shop.shop).legalVersions)
      expect(publicConfig(second).footer.tagline).toBe('Both')
      expect((await app.inject('/api/texts/landing')).json().title).toBe('Both')
      expect((await app.inject('/api/legal/terms')).body).toContain('Both Loadout')
    }, 60_000)
    const rows = await shop.db
      .selectFrom('legal_versions')
      .select('version')
      .where('body', 'like', 'Both%')
      .execute()
    expect(rows).toHaveLength(1)
  } finally {
    await app.close()
    await closeShop(second)
    await rm(dataDir, { recursive: true, force: true })
  }
})
