import { findProduct, putInCart } from './cart.ts'
import { untilDrawn } from './scene.ts'
import { expect, expectToFit, test } from './test.ts'

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
      await putInCart(page, shop.db, 'last-meridian', 'cs2')
      await signIn()
      const { id } = await findProduct(shop.db, 'cs2')
      for (const path of ['/', '/store', `/product/${id}`, '/cart']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectToFit(page)
      }
      await page.goto('/dashboard')
      for (const tab of ['Referrals', 'Orders', 'Subscriptions', 'Loader', 'Support', 'Profile']) {
        await page.getByRole('link', { name: tab, exact: true }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(tab)
        await untilDrawn(page)
        await expectToFit(page)
      }
      await page.goto('/checkout')
      await expect(page.locator('iframe')).toBeVisible()
      await expectToFit(page)
      await page.getByText('Cryptocurrency').click()
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
      await expect(page.getByText('Waiting for payment...')).toBeVisible()
      await expectToFit(page)
    })
  })
}
