import type { Locator, Page } from '@playwright/test'
import { putInCart } from './cart.ts'
import { ordersOf } from './orders.ts'
import { emptyCart, main, stopClock, success } from './parts.ts'
import { atBothWidths, expect, phone, test } from './test.ts'

/**
 * Presses Tab until the element has the focus. The focus must always exist and be visible. After
 * the end of the page it passes once through the browser's own controls to the beginning.
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
    // The focus style of a radio is on its label, that of a product on its card. The style of a
    // slider's thumb cannot be read.
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
  test('the focus moves to Undo when an item is removed, and back to the restored item', async ({
    page,
    shop,
  }) => {
    await putInCart(page, shop.db, 'cs2')
    await page.goto('/cart')
    await tabTo(page, page.getByRole('button', { name: 'Remove Counter-Strike 2' }))
    await page.keyboard.press('Enter')
    await expect(emptyCart(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Remove Counter-Strike 2' })).toBeFocused()
    await expect(emptyCart(page)).toBeHidden()
  })
})

test.describe('desktop', () => {
  test('a customer can order with the keyboard alone', async ({ page, shop, signIn }) => {
    const customer = await signIn()
    const { keyboard } = page
    await page.clock.install()
    await page.goto('/store')
    await page.getByRole('link', { name: /^Cart/ }).waitFor()
    await keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await keyboard.press('Enter')
    await tabTo(page, page.getByRole('searchbox'))
    await keyboard.type('lantern')
    await expect(main(page).getByRole('listitem')).toHaveCount(1)
    await tabTo(page, main(page).getByRole('link', { name: /Debt to the Lantern/ }))
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Debt to the Lantern')
    await expect(main(page)).toBeFocused()
    await tabTo(page, page.getByRole('radio', { name: '1 month' }))
    await keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: '3 months' })).toBeChecked()
    await expectFocusSeen(page)
    await keyboard.press('ArrowLeft')
    await tabTo(page, page.getByRole('button', { name: 'Add to Cart' }).first())
    await stopClock(page)
    await keyboard.press('Space')
    await expect(page.getByRole('status').getByText('added to cart')).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: 'Dismiss' }))
    await keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
    await expect(page.locator(':focus')).toHaveCount(1)
    await page.clock.resume()
    await tabTo(page, page.getByRole('link', { name: 'View Cart' }))
    await keyboard.press('Enter')
    await tabTo(page, page.getByRole('link', { name: 'Proceed to Checkout' }))
    await keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: 'Add code for Debt to the Lantern' }))
    await keyboard.press('Enter')
    await expect(page.getByLabel('Discount code for Debt to the Lantern')).toBeFocused()
    await keyboard.type('ONTHEHOUSE')
    // Leaving the field on the way to the button applies the code.
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
})

test.describe('menus by keyboard', () => {
  test('closing the user menu restores the focus, and signing out moves it to the page', async ({
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

    test('the drawer traps the focus and restores it when it closes', async ({ page }) => {
      await page.goto('/privacy')
      const open = page.getByRole('button', { name: 'Menu' })
      await tabTo(page, open)
      await page.keyboard.press('Enter')
      const drawer = page.getByRole('dialog', { name: 'Menu' })
      await expect(drawer.locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(open).toBeFocused()
      await page.keyboard.press('Enter')
      // Simulates a late event from the previous closing.
      await drawer.dispatchEvent('close')
      await tabTo(page, drawer.getByRole('link', { name: 'FAQ' }))
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: /FAQ|questions/i })).toBeVisible()
      await expect(main(page)).toBeFocused()
    })
  })
})
