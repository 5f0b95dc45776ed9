import { putInCart } from './cart.ts'
import { main } from './parts.ts'
import { desktop, expect, test } from './test.ts'

test('a screen reader announces pages, errors and toasts, but not every second of a countdown', async ({
  page,
  shop,
  signIn,
}) => {
  test.slow()
  await page.setViewportSize(desktop)
  await page.goto('/store')
  await expect(page).toHaveTitle(/^Store · /)
  await page.getByRole('link', { name: 'FAQ' }).first().click()
  await expect(page).toHaveTitle(/^(?!Store).+ · /)
  await expect(main(page)).toBeFocused()

  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign In' }).click()
  const username = page.getByLabel('Username')
  await expect(username).toHaveAttribute('aria-invalid', 'true')
  await expect(username).toHaveAccessibleDescription(/required/)
  await expect(username).toBeFocused()

  await putInCart(page, shop.db, 'last-meridian')
  await signIn()
  await page.clock.install()
  await page.goto('/checkout')
  await page.getByText('Cryptocurrency').click()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  const timer = page.getByRole('timer')
  await expect(timer).toBeVisible()
  // A timer is silent by default, so no element around it may be a live region.
  const spoken = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]'
  expect(await timer.evaluate((element, live) => element.closest(live), spoken)).toBeNull()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy address' }).click()
  await expect(page.getByRole('status').getByText('Address copied to clipboard')).toBeVisible()
  await page.clock.fastForward('50:30')
  await expect(page.getByRole('status').filter({ hasText: '10 minutes left' })).toHaveCount(1)
})
