import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { loadConfig } from '#server/kernel/config/config.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { closeShop, openShop } from '#server/shop/open-shop.ts'
import { tellUnreadable } from './unreadable.ts'

const shop = await fileFixture(openTestShop())

test('a machine with another key reports what it cannot do, and replaces nothing', async () => {
  expect(await tellUnreadable(shop.shop)).toEqual([])
  const kept = () => shop.db.selectFrom('sealed_secrets').selectAll().orderBy('name').execute()
  const before = await kept()
  expect(before.map(({ name }) => name)).toEqual(['build marks', 'device marks'])

  const config = loadConfig({
    SITE_URL: shop.shop.config.siteUrl,
    SANDBOX: '0',
    SECRETS_KEY: randomBytes(32).toString('base64'),
  })
  const { dataDir, databaseUrl } = shop
  const other = await openShop({ config, dataDir, databaseUrl })
  const [said, ...more] = await tellUnreadable(other)
  await closeShop(other)
  expect(said).toMatch(
    /^The key that identifies devices and copies was not encrypted with the key in SECRETS_KEY, so no loader is let in/,
  )
  expect(more).toEqual([])
  expect(await kept()).toEqual(before)
})
