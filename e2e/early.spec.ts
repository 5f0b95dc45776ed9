import type { Page } from '@playwright/test'
import { atBothWidths, expect, phone, test } from './test.ts'

/** Opens a page and holds back its scripts until they are released. */
async function openWithoutScripts(page: Page, path: string) {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return letThrough
}

test('text typed before the scripts have loaded is kept', async ({ page }) => {
  const letThrough = await openWithoutScripts(page, '/store')
  await page.getByRole('slider', { name: 'Max price' }).fill('5')
  await page.getByPlaceholder('Search games...').fill('lantern')
  letThrough()
  const products = page.getByRole('main').getByRole('listitem')
  await expect(products).toHaveText([/Debt to the Lantern/])
})

atBothWidths(() => {
  test('a selection and a click before the scripts have loaded take effect once', async ({
    page,
  }) => {
    const letThrough = await openWithoutScripts(page, '/product/1')
    await page.getByText('6 Months', { exact: true }).click()
    const add = page.getByRole('button', { name: 'Add to Cart' }).first()
    await add.click()
    await add.click()
    letThrough()
    await expect(page.getByText('Counter-Strike 2 added to cart')).toBeVisible()
    await expect(page.getByText('is already in your cart')).toHaveCount(0)
    await page.getByRole('link', { name: 'View Cart' }).click()
    await expect(page.getByRole('main')).toContainText('6 Months')
  })
})

test('a plan chosen while the scripts are loading is kept', async ({ page }) => {
  await page.goto('/product/1', { waitUntil: 'commit' })
  await page.getByText('6 Months', { exact: true }).click()
  // The page writes its plan into the address.
  await expect(page).toHaveURL('/product/1?plan=6m')
  await expect(page.getByRole('radio', { name: '6 Months' })).toBeChecked()
})

test.describe('desktop', () => {
  test('a sign-in submitted before the scripts have loaded succeeds', async ({ page }) => {
    const letThrough = await openWithoutScripts(page, '/login')
    await page.getByLabel('Username').fill('customer')
    await page.getByLabel('Password', { exact: true }).fill('Customer1234')
    await page.getByRole('button', { name: 'Sign In' }).click()
    expect(new URL(page.url()).pathname).toBe('/login')
    letThrough()
    await expect(page).toHaveURL(/\/dashboard/)
  })
})

test('a referral code typed before the scripts have loaded is kept', async ({ page }) => {
  const letThrough = await openWithoutScripts(page, '/signup?ref=OF-THE-LINK')
  const code = page.getByLabel('Referral code')
  await page.getByText('I have a referral code').click()
  await code.fill('TYPED')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  letThrough()
  await expect(page.getByText('Username is required')).toBeVisible()
  await expect(code).toHaveValue('TYPED')
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('a menu clicked before the scripts have loaded opens', async ({ page }) => {
    const letThrough = await openWithoutScripts(page, '/faq')
    await page.getByRole('button', { name: 'Menu' }).click()
    letThrough()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('public pages can be read and say what requires JavaScript', async ({ page }) => {
    await page.goto('/store')
    await expect(page.locator('noscript p')).toContainText('JavaScript is turned off.')
    await expect(page.getByText('Debt to the Lantern')).toBeVisible()
    await page.goto('/status')
    await expect(page.getByText('Loading status')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await page.goto('/blog')
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  })

  test('a phone shows the links, and pages that require JavaScript say so', async ({ page }) => {
    await page.setViewportSize(phone)
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
    await page.getByRole('banner').getByRole('link', { name: 'FAQ' }).click()
    await expect(page).toHaveURL('/faq')
    for (const path of ['/cart', '/dashboard', '/verify-email', '/checkout', '/crypto-payment']) {
      await page.goto(path)
      const said = page.getByRole('main').locator('noscript p')
      await expect(said).toContainText('This page requires JavaScript.')
      await expect(said).toBeVisible()
    }
  })

  test('no button is shown that would have no effect', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeHidden()
    await page.getByLabel('Username').fill('customer')
    await page.getByLabel('Username').press('Enter')
    await expect(page.getByLabel('Username')).toHaveValue('customer')
    await expect(page).toHaveURL('/login')
  })
})

test('every page is served with its title', async ({ shop }) => {
  const paths = ['/', '/store', '/product/1', '/cart', '/login', '/dashboard', '/checkout', '/nope']
  const staff = ['/admin', '/admin/users', '/admin/users/3', '/admin/blogs/1', '/admin/emails/1']
  for (const path of [...paths, ...staff]) {
    const html = await (await fetch(shop.url + path)).text()
    expect([path, /<title>[^<]+<\/title>/.test(html)]).toEqual([path, true])
  }
})
