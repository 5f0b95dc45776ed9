import type { Page } from '@playwright/test'
import { findProduct, putInCart } from './cart.ts'
import { untilDrawn } from './scene.ts'
import { expect, expectToFit } from './test.ts'

type Visitor = { page: Page; db: Parameters<typeof putInCart>[1]; signIn: () => Promise<unknown> }

/** Visits the pages from the store to the payment, and expects that none scrolls horizontally. */
export async function expectBuyingPagesToFit({ page, db, signIn }: Visitor) {
  await putInCart(page, db, 'last-meridian', 'cs2')
  await signIn()
  const { id } = await findProduct(db, 'cs2')
  for (const path of ['/', '/store', `/product/${id}`, '/cart']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectToFit(page)
  }
  await page.goto('/dashboard')
  for (const tab of [
    'Devices',
    'Cards',
    'Referrals',
    'Orders',
    'Subscriptions',
    'Loader',
    'Support',
    'Profile',
  ]) {
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
}
