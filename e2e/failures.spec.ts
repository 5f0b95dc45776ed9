import type { Page } from '@playwright/test'
import { putInCart } from './cart.ts'
import { signInCookies } from './customer.ts'
import { expect, test } from './test.ts'

/** Responds like a proxy without a server until stopped. */
async function fail(page: Page, address: string | RegExp, method = 'GET') {
  const state = { broken: true }
  await page.route(address, (route) =>
    state.broken && route.request().method() === method
      ? route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
      : route.fallback(),
  )
  return state
}

test.beforeEach(({ consoleErrors }) => {
  consoleErrors.expected.push(/Failed to load resource/)
})

test.describe('paying in crypto', () => {
  test.beforeEach(async ({ page, shop, signIn }) => {
    await signIn()
    await putInCart(page, shop.db, 'cs2')
  })

  test('the checkout says that the currencies failed to load, and can retry', async ({ page }) => {
    const currencies = await fail(page, '**/api/crypto/available_currencies')
    await page.goto('/checkout')
    await page.getByText('Cryptocurrency').click()
    await expect(page.getByRole('alert')).toContainText('Failed to fetch cryptocurrencies')
    currencies.broken = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByLabel('Currency', { exact: true })).toBeVisible()
  })

  test('no order can be placed without an estimate, and the estimate can be retried', async ({
    page,
  }) => {
    const estimate = await fail(page, '**/api/crypto/estimated_price*')
    await page.goto('/checkout')
    await page.getByText('Cryptocurrency').click()
    await expect(page.getByRole('alert')).toContainText('Failed to fetch price')
    const proceed = page.getByRole('button', { name: 'Proceed to Payment' })
    await expect(proceed).toBeDisabled()
    estimate.broken = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(proceed).toBeEnabled()
    await expect(page.getByText('Failed to fetch price')).toHaveCount(0)
  })
})

test('a link opens its page even if an upgrade has removed its script', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/Error loading route module|Failed to fetch dynamically/)
  await page.goto('/terms')
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents.push(new URL(request.url()).pathname)
  })
  await page.route(/\/assets\/store-.*\.js$/, (route) => route.fulfill({ status: 404 }))
  await page.getByRole('link', { name: 'Store', exact: true }).first().click()
  await expect(page).toHaveURL('/store')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The script never loads, and no request is repeated endlessly.
  await page.waitForLoadState('networkidle')
  expect(documents).toEqual(['/store'])
})

test('the page says that a verification email could not be sent', async ({ page }) => {
  await fail(page, '**/api/user/resend_verification', 'POST')
  await page.goto('/verify-email?email=mara@example.com')
  await page.getByRole('button', { name: 'Resend Email' }).click()
  await expect(page.getByText('Failed to send verification email')).toBeVisible()
})

test('a failed sign-out shows an error, and a successful one opens the home page', async ({
  page,
  signIn,
}) => {
  const { username } = await signIn()
  await page.goto('/store')
  const logout = await fail(page, '**/api/logout', 'POST')
  const leave = async () => {
    await page.getByRole('button', { name: username }).click()
    await page.getByRole('button', { name: 'Sign Out' }).click()
  }
  await leave()
  await expect(page.getByText('Signing out failed. Please try again.')).toBeVisible()
  logout.broken = false
  await page.keyboard.press('Escape')
  await leave()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
})

test('signing out in the mobile menu stays on the page', async ({ page, signIn }) => {
  await signIn()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/store')
  const logout = await fail(page, '**/api/logout', 'POST')
  await page.getByRole('button', { name: 'Menu' }).click()
  const leave = page.getByRole('button', { name: 'Sign Out' })
  await leave.click()
  await expect(page.getByText('Signing out failed. Please try again.')).toBeVisible()
  logout.broken = false
  await leave.click()
  await expect(leave).toBeHidden()
  await expect(page).toHaveURL('/store')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Sign In' })).toBeVisible()
})

test('a failed loader request shows the reason', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/dashboard?t=loader')
  await page.getByRole('button', { name: 'Request Loader' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    /^Error creating loader\nAn active subscription is required/,
    { useInnerText: true },
  )
  await fail(page, '**/api/loader/', 'POST')
  await page.getByRole('button', { name: 'Request Loader' }).click()
  await expect(page.getByRole('alert')).toHaveText('Error creating loader')
})

test('a free month cannot be redeemed if the products fail to load', async ({
  page,
  shop,
  context,
}) => {
  await context.addCookies(await signInCookies(shop.db, shop.url, 'customer'))
  await page.goto('/dashboard?t=referrals')
  const products = await fail(page, /\/api\/games\/?$/)
  await page.getByRole('button', { name: 'Redeem' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText('Failed to fetch games')
  products.broken = false
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByLabel('Game')).toBeVisible()
})

test.describe('a blocked Stripe.js', () => {
  test.beforeEach(async ({ page, shop, signIn }) => {
    await signIn()
    await putInCart(page, shop.db, 'cs2')
  })
  for (const [where, address] of [
    ['the checkout', '/checkout'],
    ['a new card', '/dashboard?t=cards'],
  ] as const)
    test(`is explained at ${where}, and the form loads once it is allowed`, async ({ page }) => {
      await page.route('**/stripe.js', (route) => route.abort('blockedbyclient'))
      await page.goto(address)
      const add = page.getByRole('button', { name: 'Add card' })
      if (address !== '/checkout') await add.click()
      await expect(page.getByRole('alert')).toContainText(
        /The card form could not be loaded from .+\. Ad blockers and strict privacy modes often block it\./,
      )
      await page.unroute('**/stripe.js')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.locator('iframe[title="Secure payment input frame"]')).toBeVisible()
    })
})
