import type { Page } from '@playwright/test'
import { sentence as sentenceOf } from '#server/kernel/testing/sentence.ts'
import { main } from './parts.ts'
import { expect, test } from './test.ts'

const notKept = (page: Page) => page.getByText('The cart is lost when you reload or leave')
const crash = (page: Page) => page.getByText('Unexpected Application Error!')
const retry = (page: Page) => main(page).getByRole('button', { name: 'Try again' }).first()

/** Makes requests fail until stopped: on the network, or by a proxy that does not reach the shop. */
async function fail(page: Page, address: string, way: 'proxy' | 'network') {
  const state = { broken: true }
  await page.route(address, (route) => {
    if (!state.broken) return route.continue()
    if (way === 'network') return route.abort()
    return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
  })
  return state
}

test.beforeEach(({ consoleErrors }) => {
  consoleErrors.expected.push(/Failed to load resource/, /Failed to fetch/, /502/)
  // Caused by the router when it reads the saved scroll position.
  consoleErrors.expected.push(/SecurityError|Access is denied|QuotaExceeded|Full/)
})

test('a page that loads its data after it opens says what failed, and retries', async ({
  page,
}) => {
  await page.goto('/faq')
  const data = await fail(page, '**/store.data*', 'network')
  await page.getByRole('link', { name: 'Store', exact: true }).first().click()
  await expect(main(page).getByText('Failed to load games')).toBeVisible()
  await expect(page).toHaveURL('/store')
  data.broken = false
  await retry(page).click()
  await expect(main(page).getByText('Counter-Strike 2').first()).toBeVisible()
})

test('a page that loads its data before it opens says what failed, and retries', async ({
  page,
}) => {
  await page.goto('/store')
  const data = await fail(page, '**/product/*.data*', 'proxy')
  await page.getByRole('link', { name: 'View Details: Counter-Strike 2' }).click()
  await expect(main(page).getByText('Failed to load the game')).toBeVisible()
  await expect(crash(page)).toHaveCount(0)
  data.broken = false
  await retry(page).click()
  await expect(page.getByRole('heading', { name: 'Counter-Strike 2' })).toBeVisible()
})

test('a post that fails to load redirects to the list', async ({ page }) => {
  await page.goto('/blog')
  await fail(page, '**/blogs/*.data*', 'proxy')
  await main(page).getByRole('listitem').first().getByRole('link').click()
  await expect(page).toHaveURL('/blog')
  await expect(page.getByRole('heading', { name: 'Blog', level: 1 })).toBeVisible()
  await expect(crash(page)).toHaveCount(0)
})

test('a page appears automatically once the session request succeeds', async ({ page, signIn }) => {
  await signIn()
  const session = await fail(page, '**/api/user/authenticated', 'proxy')
  await page.clock.install()
  await page.goto('/dashboard')
  await expect(main(page).getByText('Failed to load your account')).toBeVisible()
  session.broken = false
  await page.clock.fastForward(5000)
  await expect(main(page).getByText('Failed to load your account')).toHaveCount(0)
})

test('a product URL without an id shows the not-found page, and the old URL redirects', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/404/)
  for (const path of ['/product', '/product/']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: sentenceOf('unknown_product') })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to Store' })).toBeVisible()
  }
  await page.goto('/store/1?months=6')
  await expect(page).toHaveURL('/product/1?months=6')
})

test('an unknown version of a legal page shows the not-found page', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/status of 404/)
  for (const path of ['/terms/9999', '/refunds/0', '/privacy/draft']) {
    const answer = await page.goto(path)
    expect([path, answer?.status()]).toEqual([path, 404])
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  }
})

test.describe('with the browser’s storage blocked', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Access is denied', 'SecurityError')
          },
        })
      }
    })
  })

  test('pages work, and the cart lasts until the page is closed', async ({ page }) => {
    for (const path of ['/', '/faq', '/signup', '/campaign?code=WELCOME10', '/product/1']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(crash(page)).toHaveCount(0)
    }
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await expect(page.getByText('added to cart')).toBeVisible()
    await expect(notKept(page)).toBeVisible()
    await page.getByRole('link', { name: 'View Cart' }).click()
    await expect(notKept(page)).toBeVisible()
    await expect(main(page).getByRole('listitem')).toHaveCount(1)
  })
})

test('the cart lasts until the page is closed if the storage is full', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError')
    }
  })
  await page.goto('/product/1')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(page.getByText('added to cart')).toBeVisible()
  await expect(notKept(page)).toBeVisible()
  await page.getByRole('link', { name: 'View Cart' }).click()
  await expect(main(page).getByRole('listitem')).toHaveCount(1)
})

test('signing out in one tab removes the account from the screen of the other tab', async ({
  page,
  context,
  signIn,
}) => {
  const user = await signIn()
  await page.goto('/dashboard')
  await expect(main(page).getByText(user.email)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/dashboard')
  await main(other).getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText(user.email)).toHaveCount(0)
  await expect(page).toHaveURL(/\/login/)
})

test('the URL flag for a linked Discord account shows no message if none is linked', async ({
  page,
  signIn,
}) => {
  const user = await signIn()
  await page.goto('/dashboard?discordLinked=true')
  await expect(page).toHaveURL('/dashboard')
  await expect(main(page).getByText(user.email)).toBeVisible()
  await expect(page.getByText('Discord account successfully linked!')).toHaveCount(0)
})
