import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '#server/kernel/database/database.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { openDatabaseProxy } from '#server/kernel/testing/database-proxy.ts'
import { startShop } from '#server/kernel/testing/running-shop.ts'
import { sentence as sentenceOf } from '#server/kernel/testing/sentence.ts'
import { expect, test } from './test.ts'

test('a page that needs the database says that it is unavailable, and is complete once the database is back', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/503/)
  const database = await createTestDatabase()
  const proxy = await openDatabaseProxy(database.url)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-away-'))
  await cp(process.env.LOADOUT_TEST_DATA!, dataDir, { recursive: true })
  const db = openDatabase(database.url, 2)
  const shop = await startShop(proxy.url, dataDir)
  try {
    const product = await db.selectFrom('products').select('id').limit(1).executeTakeFirstOrThrow()
    const get = async (address: string) => {
      const answer = await page.request.get(shop.url + address)
      return [answer.status(), answer.headers()['retry-after']]
    }
    proxy.leave()
    // The landing page is served without plans and pictures.
    expect(await get('/')).toEqual([200, undefined])
    for (const address of ['/store', '/status', '/blog', `/product/${product.id}`])
      expect([address, ...(await get(address))]).toEqual([address, 503, '10'])
    await page.goto(`${shop.url}/store`)
    const sentence = sentenceOf('unavailable')
    await expect(page.getByText(sentence)).toBeVisible()
    await page.goto(`${shop.url}/product/${product.id}`)
    await expect(page.getByText('Failed to load the game')).toBeVisible()
    proxy.back()
    await expect.poll(() => get('/store')).toEqual([200, undefined])
  } finally {
    await shop.stop('SIGKILL')
    await db.destroy()
    await proxy.close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('the landing page is cached only if it has its plans', async ({ page, shop }) => {
  const plans = async () => (await (await page.request.get('/')).text()).includes('Most Popular')
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(shop.db)
  await rename('products', 'products_away')
  try {
    await sql`select pg_notify('changed', 'catalogue')`.execute(shop.db)
    await expect.poll(plans).toBe(false)
  } finally {
    await rename('products_away', 'products')
  }
  // The page gets no notification that the catalogue is available again.
  expect(await plans()).toBe(true)
})
