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

test('who has a new computer is sent to Devices by every text of the shop', () => {
  for (const [name, text] of Object.entries({ faq, landing, terms })) {
    expect.soft(JSON.stringify(text), name).toMatch(/Devices in your dashboard/)
    expect.soft(JSON.stringify(text), name).not.toMatch(/support (moves|releases)/i)
  }
})

test('a legal page is rendered safely, by its headings, and each text is an edition', async () => {
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
  await expect.poll(async () => (await legal()).edition).toBeGreaterThan(first.edition)
  const { sections, edition: written } = await legal()
  expect(sections.map(({ id, title }) => [id, title])).toEqual([
    ['top', null],
    ['one-two', 'One & two'],
    ['one-two-2', 'One & two'],
  ])
  expect(sections[1]!.html).toContain('Loadout')
  expect(JSON.stringify(sections)).not.toMatch(/script/)
  await expect.poll(() => publicConfig(shop.shop).editions.terms).toBe(written)

  // The former version stays unchanged, and publishing it again does not create a new one.
  const edition = String(first.edition)
  const former = await shop.call(texts.edition, { params: { name: 'terms', edition } })
  expect(former.body).toMatchObject({ sections: first.sections, current: false })
  await save({ name: 'terms', ...terms, publish: true })
  await expect.poll(async () => (await legal()).edition).toBe(first.edition)
  for (const unknown of ['99', '99999999999']) {
    const none = await shop.call(texts.edition, { params: { name: 'terms', edition: unknown } })
    expect(none.code).toBe('unknown_edition')
  }
})

test('of two processes that meet a new text at once both give it one number', async () => {
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
      const { editions } = publicConfig(second)
      expect(editions).toEqual(publicConfig(shop.shop).editions)
      expect(publicConfig(second).footer.tagline).toBe('Both')
      expect((await app.inject('/api/texts/landing')).json().title).toBe('Both')
      expect((await app.inject('/api/legal/terms')).body).toContain('Both Loadout')
    }, 60_000)
    const rows = await shop.db
      .selectFrom('legal_editions')
      .select('edition')
      .where('body', 'like', 'Both%')
      .execute()
    expect(rows).toHaveLength(1)
  } finally {
    await app.close()
    await closeShop(second)
    await rm(dataDir, { recursive: true, force: true })
  }
})
