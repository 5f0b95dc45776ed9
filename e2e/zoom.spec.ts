import { expectBuyingPagesToFit } from './buying-pages.ts'
import { test } from './test.ts'

for (const [name, options] of Object.entries({
  '200 % zoom': { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
  '320 pixels': { viewport: { width: 320, height: 640 } },
})) {
  test.describe(name, () => {
    test.use(options)

    test('no page from the store to the payment scrolls horizontally', async ({
      page,
      shop,
      signIn,
    }) => {
      await expectBuyingPagesToFit({ page, db: shop.db, signIn })
    })
  })
}
