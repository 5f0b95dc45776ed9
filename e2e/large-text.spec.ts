import { expectBuyingPagesToFit } from './buying-pages.ts'
import { launchOptions } from './chromium.ts'
import { test } from './test.ts'

test.use({
  viewport: { width: 390, height: 844 },
  // The setting of the browser. A size in the page's styles would not change its breakpoints.
  launchOptions: {
    ...launchOptions,
    args: [...launchOptions.args, '--blink-settings=defaultFontSize=32'],
  },
})

test('on a phone with text of twice the size, no page to the payment scrolls horizontally', async ({
  page,
  shop,
  signIn,
}) => {
  await expectBuyingPagesToFit({ page, db: shop.db, signIn })
})
