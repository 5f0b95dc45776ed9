import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Currency, setCurrency, shopCurrency } from '#contract/currency.ts'
import { furnish } from '#demo/seed/demo.ts'
import { buildApp } from '#server/app.ts'
import { transaction } from '#server/kernel/database.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

// `npm test` builds the web before.
const build = path.resolve(import.meta.dirname, '../../.build/server/index.js')
const shop = await fileFixture(openTestShop())
afterAll(() => setCurrency('USD'))

test.runIf(existsSync(build))('pages of a shop in euros show no dollar', async () => {
  await transaction(shop.db, (tx) => furnish(tx, new Map(), new Map()))
  const app = await buildApp(shop.shop, { withPages: true })
  const { id } = await shop.db
    .selectFrom('products')
    .select('id')
    .where('hidden', '=', false)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const priced = ['/', '/store', `/product/${id}`]
  const others = [
    '/faq',
    '/terms',
    '/refunds',
    '/privacy',
    '/blog',
    '/status',
    '/cart',
    '/campaign',
  ]

  const read = async (currency: Currency) => {
    await shop.db.updateTable('settings').set({ currency }).execute()
    await expect.poll(shopCurrency).toBe(currency)
    const written = new Map<string, string>()
    for (const url of [...priced, ...others]) {
      const { statusCode, body } = await app.inject(url)
      expect([url, statusCode]).toEqual([url, 200])
      written.set(url, body)
    }
    return written
  }
  const amounts = (html = '', sign: string) => html.split(new RegExp(`\\${sign}(?=\\d)`)).length - 1

  const inDollars = await read('USD')
  const inEuros = await read('EUR')
  for (const [url, html] of inEuros) {
    const dollars = [...html.matchAll(/.{0,40}(\$\d|\bUSD\b|\bdollars?\b).{0,20}/gi)]
    expect([url, ...dollars.map(([found]) => found)]).toEqual([url])
    expect([url, amounts(html, '€')]).toEqual([url, amounts(inDollars.get(url), '$')])
  }
  for (const url of priced) expect([url, amounts(inEuros.get(url), '€') > 0]).toEqual([url, true])
  await app.close()
})
