import type { Locator, Page } from '@playwright/test'
import { payByCard } from './card.ts'
import { findGame, putInCart } from './cart.ts'
import { ordersOf } from './orders.ts'
import { atBothWidths, desktop, expect, phone, test } from './test.ts'

const success = (page: Page) => page.getByRole('heading', { name: 'Payment Successful!' })
const emptyCart = (page: Page) => page.getByRole('heading', { name: 'Your cart is empty' })
const main = (page: Page) => page.getByRole('main')

/** Holds the calls of that address until they are let go, and counts them. */
async function hold(page: Page, url: string | RegExp, method = 'GET') {
  const calls = { count: 0, letGo: () => {} }
  const released = new Promise<void>((resolve) => {
    calls.letGo = resolve
  })
  await page.route(url, async (route) => {
    if (route.request().method() === method) {
      calls.count += 1
      await released
    }
    await route.continue()
  })
  return calls
}

/**
 * Presses Tab until the focus, never lost and always seen, has come to the element. From the end of
 * the page it passes once through the browser's own controls to the beginning.
 */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  let wraps = 0
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab')
    if ((await page.locator(':focus').count()) === 0 && wraps++ === 0) continue
    await expectFocusSeen(page)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('Tab does not lead there')
}

async function expectFocusSeen(page: Page) {
  const { outlined, text } = await page.evaluate(() => {
    const element = document.activeElement!
    // A radio is drawn by its label, a game by its card; of a slider's thumb no style can be read.
    const drawn = [element, element.closest('label'), element.closest('li')]
    return {
      outlined:
        drawn.some((found) => found && getComputedStyle(found).outlineStyle !== 'none') ||
        element.matches('[type=range]:focus-visible'),
      text: element.outerHTML.slice(0, 120),
    }
  })
  expect(outlined, `the focus is seen on ${text}`).toBe(true)
}

atBothWidths(() => {
  test('the back button after paying leads to no second order', async ({ page, shop, signIn }) => {
    await putInCart(page, shop.db, 'last-meridian')
    const customer = await signIn()
    await page.goto('/store')
    await page.getByRole('link', { name: /^Cart/ }).click()
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
    await payByCard(page)
    await expect(success(page)).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/checkout')
    await expect(emptyCart(page)).toBeVisible()
    await page.goForward()
    await expect(success(page)).toBeVisible()
    await page.goBack()
    await page.reload()
    await expect(emptyCart(page)).toBeVisible()
    await page.goBack()
    await expect(emptyCart(page)).toBeVisible()
    const orders = await ordersOf(shop.db, customer)
    expect(orders).toMatchObject([{ payment_status: 'finished' }])
  })

  test('a later cart outlives another look at the page of an earlier payment', async ({
    page,
    shop,
    signIn,
  }) => {
    await putInCart(page, shop.db, 'last-meridian')
    await signIn()
    await page.goto('/checkout')
    await payByCard(page)
    await expect(success(page)).toBeVisible()
    const { id } = await findGame(shop.db, 'cs2')
    const paid = page.url()
    await page.goto(`/product/${id}`)
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await page.goto(paid)
    await expect(success(page)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  })
})

test.describe('a connection that goes', () => {
  test.beforeEach(({ consoleErrors }) => {
    consoleErrors.expected.push(/ERR_INTERNET_DISCONNECTED/)
  })

  test('in a support form: it says so, keeps the text and sends it later', async ({
    page,
    context,
    signIn,
  }) => {
    await signIn()
    await page.goto('/dashboard?t=support&ticket=new')
    await page.getByLabel('Subject').fill('No sound')
    await page.getByLabel('Description').fill('Since the update.')
    await context.setOffline(true)
    const notice = page.getByText('You are offline. This page stays as it is')
    await expect(notice).toBeVisible()
    await page.getByRole('button', { name: 'Create Ticket' }).click()
    await expect(main(page).getByRole('alert')).toHaveText(
      'The server cannot be reached. Please check your connection.',
    )
    await context.setOffline(false)
    await expect(notice).toBeHidden()
    await expect(page.getByLabel('Description')).toHaveValue('Since the update.')
    await page.getByRole('button', { name: 'Create Ticket' }).click()
    await expect(page.getByText('Support ticket created successfully')).toBeVisible()
  })

  test('on the dashboard: what cannot load says so and is tried again', async ({
    page,
    context,
    signIn,
  }) => {
    await signIn()
    await page.goto('/dashboard')
    await expect(page.getByLabel('Current password')).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Orders' }).click()
    await expect(main(page).getByText('The server cannot be reached.')).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
  })

  test('before another page: it opens when the connection is back', async ({
    page,
    context,
    signIn,
  }) => {
    await signIn()
    await page.goto('/dashboard')
    await page.getByLabel('Current password').fill('Nightfall7')
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Blog' }).first().click()
    await expect(
      page.getByText('You are offline. The next page opens when the connection is back.'),
    ).toBeVisible()
    await expect(page.getByLabel('Current password')).toHaveValue('Nightfall7')
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
  })

  test('at the checkout: one order is placed when it is back', async ({
    page,
    context,
    shop,
    signIn,
  }) => {
    await putInCart(page, shop.db, 'debt-to-the-lantern')
    const customer = await signIn()
    await page.goto('/checkout')
    const code = page.getByLabel('Discount code for Debt to the Lantern')
    await expect(page.locator('iframe')).toBeVisible()
    await context.setOffline(true)
    await code.fill('ONTHEHOUSE')
    await code.press('Enter')
    const failed = page.getByText('The server cannot be reached. Please check your connection.')
    await expect(failed).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(code).toHaveValue('ONTHEHOUSE')
    const buy = page.getByRole('button', { name: 'Complete Purchase' })
    await expect(page.getByRole('heading', { name: 'Nothing to pay' })).toBeVisible()
    await context.setOffline(true)
    await buy.click()
    await expect(failed).toBeVisible()
    await context.setOffline(false)
    await buy.click()
    await expect(success(page)).toBeVisible()
    const orders = await ordersOf(shop.db, customer)
    expect(orders.filter(({ type }) => type === 'free')).toHaveLength(1)
  })
})

atBothWidths(() => {
  test('a slow network shows the page at once and moves nothing afterwards', async ({
    page,
    signIn,
  }) => {
    await signIn()
    await page.goto('/dashboard?t=orders')
    await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
    const title = page.getByRole('heading', { level: 1 })
    const calls = await hold(page, '**/api/user/subscriptions')
    await page.getByRole('link', { name: 'Subscriptions' }).click()
    await expect(title).toHaveText('Subscriptions')
    await expect(main(page).getByRole('status', { name: 'Loading...' })).toBeVisible()
    const before = await title.boundingBox()
    calls.letGo()
    await expect(page.getByRole('heading', { name: /No .*subscriptions/i })).toBeVisible()
    expect(await title.boundingBox()).toEqual(before)

    const games = await hold(page, /\/store\.data/)
    await page.goto('/cart')
    await page.getByRole('link', { name: 'Browse Store' }).click()
    await expect(title).toHaveText('Store')
    await expect(page.getByPlaceholder('Search games...')).toBeHidden()
    const at = await title.boundingBox()
    games.letGo()
    await expect(page.getByPlaceholder('Search games...')).toBeVisible()
    expect(await title.boundingBox()).toEqual(at)
  })
})

test('a button whose call is slow is busy and cannot be pressed twice', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/dashboard?t=support&ticket=new')
  await page.getByLabel('Subject').fill('No sound')
  await page.getByLabel('Description').fill('Since the update.')
  const calls = await hold(page, /\/api\/tickets\//, 'POST')
  const create = page.getByRole('button', { name: 'Create Ticket' })
  await create.click()
  await expect(create).toHaveAttribute('aria-busy', 'true')
  await create.press('Enter')
  await create.dispatchEvent('click')
  await page.getByLabel('Subject').press('Enter')
  expect(calls.count).toBe(1)
  calls.letGo()
  await expect(page.getByText('Support ticket created successfully')).toBeVisible()
})

for (const [name, options] of Object.entries({
  '200 % zoom': { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
  '320 pixels': { viewport: { width: 320, height: 640 } },
})) {
  test.describe(name, () => {
    test.use(options)

    test('nothing scrolls sideways from the store to the payment', async ({
      page,
      shop,
      signIn,
    }) => {
      await putInCart(page, shop.db, 'last-meridian', 'cs2')
      await signIn()
      const { id } = await findGame(shop.db, 'cs2')
      const fits = async () => {
        const wide = () =>
          page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        await expect.poll(wide, page.url()).toBeLessThanOrEqual(0)
      }
      for (const path of ['/', '/store', `/product/${id}`, '/cart']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await fits()
      }
      await page.goto('/dashboard')
      for (const tab of ['Referrals', 'Orders', 'Subscriptions', 'Loader', 'Support', 'Profile']) {
        await page.getByRole('link', { name: tab, exact: true }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(tab)
        await expect(main(page).getByRole('status', { name: 'Loading...' })).toHaveCount(0)
        await fits()
      }
      await page.goto('/checkout')
      await expect(page.locator('iframe')).toBeVisible()
      await fits()
      await page.getByText('Cryptocurrency').click()
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
      await expect(page.getByText('Waiting for payment...')).toBeVisible()
      await fits()
    })
  })
}

atBothWidths(() => {
  test('the keyboard alone leads from the store to an order', async ({ page, shop, signIn }) => {
    const customer = await signIn()
    const { keyboard } = page
    await page.goto('/store')
    await page.getByRole('link', { name: /^Cart/ }).waitFor()
    await keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await keyboard.press('Enter')
    await tabTo(page, page.getByRole('searchbox'))
    await keyboard.type('lantern')
    await tabTo(page, main(page).getByRole('link', { name: /Debt to the Lantern/ }))
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Debt to the Lantern')
    await expect(main(page)).toBeFocused()
    await tabTo(page, page.getByRole('radio', { name: '1 month' }))
    await keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: '3 months' })).toBeChecked()
    await expectFocusSeen(page)
    await keyboard.press('ArrowLeft')
    await tabTo(page, page.getByRole('button', { name: 'Add to Cart' }))
    await keyboard.press('Space')
    await expect(page.getByRole('status').getByText('added to cart')).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: 'Dismiss' }))
    await keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
    await expect(page.locator(':focus')).toHaveCount(1)
    await tabTo(page, page.getByRole('link', { name: 'View Cart' }))
    await keyboard.press('Enter')
    await tabTo(page, page.getByRole('link', { name: 'Proceed to Checkout' }))
    await keyboard.press('Enter')
    await tabTo(page, page.getByLabel('Discount code for Debt to the Lantern'))
    await keyboard.type('ONTHEHOUSE')
    // Leaving the field applies the code, on the way to the button.
    await keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Apply' })).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Nothing to pay' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Apply' })).toBeFocused()
    await tabTo(page, page.getByRole('button', { name: 'Complete Purchase' }))
    await keyboard.press('Enter')
    await expect(success(page)).toBeVisible()
    await expect(main(page)).toBeFocused()
    const orders = await ordersOf(shop.db, customer)
    expect(orders).toContainEqual(
      expect.objectContaining({ type: 'free', payment_status: 'finished' }),
    )
  })

  test('the focus stays when what had it is gone', async ({ page, shop }) => {
    await putInCart(page, shop.db, 'cs2')
    await page.goto('/cart')
    await tabTo(page, page.getByRole('button', { name: 'Remove Counter-Strike 2' }))
    await page.keyboard.press('Enter')
    await expect(emptyCart(page)).toBeVisible()
    await expect(main(page)).toBeFocused()
    await tabTo(page, page.getByRole('link', { name: 'Browse Store' }))
  })
})

test.describe('menus by keyboard', () => {
  test('the user menu gives the focus back, or to the page after signing out', async ({
    page,
    signIn,
  }) => {
    const { username } = await signIn()
    await page.goto('/')
    const menu = page.getByRole('banner').getByRole('button', { name: username })
    await tabTo(page, menu)
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('link', { name: 'Dashboard' }))
    await page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: 'Sign Out' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
    await expect(page.locator(':focus')).toHaveCount(1)
  })

  test.describe('on a phone', () => {
    test.use({ viewport: phone })

    test('the drawer keeps the focus and gives it back', async ({ page }) => {
      await page.goto('/privacy')
      const open = page.getByRole('button', { name: 'Menu' })
      await tabTo(page, open)
      await page.keyboard.press('Enter')
      const drawer = page.getByRole('dialog', { name: 'Menu' })
      await expect(drawer.locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(open).toBeFocused()
      await page.keyboard.press('Enter')
      await tabTo(page, drawer.getByRole('link', { name: 'FAQ' }))
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: /FAQ|questions/i })).toBeVisible()
      await expect(main(page)).toBeFocused()
    })
  })
})

test('a screen reader is told of pages, faults and toasts, but of no passing second', async ({
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
  // A timer is silent by itself; nothing around it may speak for it.
  const spoken = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]'
  expect(await timer.evaluate((element, live) => element.closest(live), spoken)).toBeNull()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy address' }).click()
  await expect(page.getByRole('status').getByText('Address copied to clipboard')).toBeVisible()
  await page.clock.fastForward('50:30')
  await expect(page.getByRole('status').filter({ hasText: '10 minutes left' })).toHaveCount(1)
})
