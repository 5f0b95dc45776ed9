import { expectValid } from './html-checker.ts'
import { pageNames } from './route-screens.ts'
import { screens } from './screen-list.ts'
import { desktop, expect, expectAccessible, expectToFit, phone, test } from './test.ts'

// Elements that are still fading in fail the contrast check.
test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: phone })

/** Errors that the browser logs itself for unsuccessful responses. */
const refusals: Record<string, RegExp> = {
  'product-unknown': /404 /,
  'not-found': /404 /,
  'changelog-unknown': /404 /,
  'checkout-country-failed': /500 /,
  'checkout-company-refused': /422 /,
  'checkout-card-saved-gone': /40[04] /,
  'orders-one-unknown': /404 /,
  'orders-one-invoice-unknown': /404.*\/user\/orders\//,
  'admin-orders-one-unknown': /404 /,
  'admin-settings-appearance-faults': /422 /,
  'admin-status-one-close-refused': /422 /,
  'admin-status-open-incident-refused': /422 /,
  'admin-users-one-unknown': /404 /,
  'verify-email-failed': /400 /,
  'reset-password': /400 /,
  'stop-renewal-incomplete': /400 /,
  'login-code': /40[03] .*\/api\/login/,
  'login-recovery-code': /403 .*\/api\/login/,
  'dashboard-devices-release-code': /400 .*\/release/,
  'dashboard-profile-factor-password': /400 .*\/second_factor/,
  'dashboard-profile-factor-begun': /400 .*\/second_factor/,
  payout: /400 /,
}

/**
 * Keeps only the first of siblings with the same structure: same elements, classes and attributes,
 * any text.
 */
function keepOneOfEach() {
  const builtOf = (element: Element): string => {
    const names = element.getAttributeNames().join(' ')
    const inner = new Set([...element.children].map(builtOf))
    return `<${element.tagName} ${names} ${element.className} ${!element.textContent}>${[...inner].join('')}</>`
  }
  for (const parent of document.querySelectorAll('nav, main, nav ul, main tbody')) {
    const kept = new Set<string>()
    for (const child of [...parent.children]) {
      const built = builtOf(child)
      if (kept.has(built)) child.remove()
      kept.add(built)
    }
  }
}

for (const { name, visit } of screens) {
  // `npm test` opens each page once, and `npm run test:all` also every other state of it.
  const tag = pageNames.has(name) ? [] : '@exhaustive'
  test(`${name} is accessible, valid and fits`, { tag }, async ({ page, shop, consoleErrors }) => {
    if (refusals[name]) consoleErrors.expected.push(refusals[name])
    await visit(page, { shop, db: shop.db })
    await expectToFit(page)
    await expectValid(await page.content())
    const served = await page.request.get(page.url())
    await expectValid(await served.text())
    // The longest document describes hundreds of calls with the same few structures.
    if (name === 'api-docs') await page.evaluate(keepOneOfEach)
    await expectAccessible(page)
    await page.setViewportSize(desktop)
    await expectAccessible(page)
  })
}

test('the menu of narrow screens is accessible', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('link', { name: 'Store' }).click()
  await expect(page).toHaveURL('/store')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a page that fails says so and can be retried', async ({ page, signIn, consoleErrors }) => {
  consoleErrors.expected.push(/TypeError/)
  await signIn()
  await page.route('**/api/user/orders', (route) => route.fulfill({ json: [{}] }))
  await page.goto('/dashboard?t=orders')
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/user/orders')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
})
