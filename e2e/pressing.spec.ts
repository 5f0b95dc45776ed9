import type { Locator, Page } from '@playwright/test'
import { findProduct, putInCart } from './cart.ts'
import { signInCookies } from './customer.ts'
import { openExpired } from './subscriptions.ts'
import { expect, test } from './test.ts'

/** The centre of an element, at any scroll position. */
async function middleOf(shown: Locator) {
  await shown.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await shown.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

/** Like a real click: the element under the pointer may change between mouse down and up. */
async function pressOn(page: Page, shown: Locator, button: 'left' | 'middle' = 'left') {
  const { x, y } = await middleOf(shown)
  await page.mouse.move(x, y)
  await page.mouse.down({ button })
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
  await page.mouse.up({ button })
}

const card = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name })

test.describe('a product card opens the product', () => {
  const parts: [string, (card: Locator) => Locator][] = [
    ['picture', (card) => card.locator('img')],
    ['name', (card) => card.getByRole('heading')],
    ['price', (card) => card.getByText('/ month')],
    ['button', (card) => card.getByRole('link')],
  ]
  for (const [part, find] of parts) {
    test(`by a click on its ${part}`, async ({ page, shop }) => {
      const { id } = await findProduct(shop.db, 'cs2')
      await page.goto('/store')
      await pressOn(page, find(card(page, 'Counter-Strike 2')))
      await expect(page).toHaveURL(`/product/${id}`)
    })
  }

  test('by the middle mouse button, in a new tab', async ({ page, context, shop }) => {
    const { id } = await findProduct(shop.db, 'cs2')
    await page.goto('/store')
    const opening = context.waitForEvent('page')
    await pressOn(page, card(page, 'Counter-Strike 2').locator('img'), 'middle')
    await expect(await opening).toHaveURL(`/product/${id}`)
    await expect(page).toHaveURL('/store')
  })

  test('by the keyboard', async ({ page, shop }) => {
    const { id } = await findProduct(shop.db, 'cs2')
    await page.goto('/store')
    await page.getByRole('link', { name: 'View Details: Counter-Strike 2' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/product/${id}`)
  })
})

test('the second click of a double click does not close what the first one opened', async ({
  page,
  signIn,
}) => {
  await signIn({ admin: true })
  await page.goto('/admin/status')
  await page.getByRole('button', { name: 'Add Module' }).first().dblclick()
  const dialog = page.getByRole('dialog', { name: 'Add Module' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  // A separate click outside closes it.
  await expect(async () => {
    await page.mouse.click(5, 400)
    await expect(dialog).toBeHidden({ timeout: 100 })
  }).toPass()
})

test('the second click of a double click ignores an element that moved under the pointer', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 1600 })
  await page.goto('/signup')
  const terms = page.getByRole('checkbox', { name: /accept the terms/ })
  const submit = page.getByRole('main').getByRole('button', { name: 'Sign Up' })
  // The accepted texts are one click away, next to the form's input.
  const links = page.getByRole('main').locator('label a')
  await expect(links).toHaveText(['terms of service', 'privacy policy', 'refund policy'])
  expect(
    await links.evaluateAll((all) =>
      all.map((link) => [link.getAttribute('href'), link.getAttribute('target')]),
    ),
  ).toEqual(['/terms', '/privacy', '/refunds'].map((to) => [to, '_blank']))
  // The captcha appears above them a moment later.
  await expect(page.getByText('Verified')).toBeVisible()
  const { x } = await middleOf(terms)
  const { y } = await middleOf(submit)
  // Moves the button by as much as all validation errors above it together.
  await submit.evaluate((button) => {
    const form = button.closest('form')!
    const box = form.querySelector('input[type="checkbox"]')!
    const middle = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return (top + bottom) / 2
    }
    const push = () => {
      form.style.paddingTop = `${middle(button) - middle(box)}px`
    }
    form.addEventListener('click', push, { once: true, capture: true })
  })
  await page.mouse.dblclick(x, y)
  await expect(page.getByText('Username is required')).toBeVisible()
  await expect(terms).not.toBeChecked()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a tap on the picture of a product leads to the product', async ({
    page,
    context,
    shop,
  }) => {
    const { id } = await findProduct(shop.db, 'cs2')
    await page.goto('/store')
    const spot = await middleOf(card(page, 'Counter-Strike 2').locator('img'))
    const fingers = await context.newCDPSession(page)
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [spot] })
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(page).toHaveURL(`/product/${id}`)
  })
})

test('the pictures of blog cards and of the latest update link to the post', async ({ page }) => {
  for (const path of ['/blog', '/status']) {
    await page.goto(path)
    await pressOn(page, page.getByRole('main').locator('img').first())
    await expect(page).toHaveURL(/\/blogs\/\d+$/)
  }
})

test('a cart line links to its product, and its controls stay clickable', async ({
  page,
  shop,
}) => {
  const { id } = await findProduct(shop.db, 'cs2')
  await putInCart(page, shop.db, 'cs2', 'tonnage')
  await page.goto('/cart')
  const line = card(page, 'Counter-Strike 2')
  await pressOn(page, line.getByText('$19.99', { exact: true }))
  await expect(page).toHaveURL(`/product/${id}`)
  await page.goBack()
  const remove = line.getByRole('button', { name: 'Remove Counter-Strike 2' })
  await pressOn(page, remove)
  await expect(remove).toHaveCount(0)
  await expect(page).toHaveURL('/cart')
})

test('a subscription links to its product, and its controls stay clickable', async ({
  page,
  shop,
  context,
}) => {
  await context.addCookies(await signInCookies(shop.db, shop.url, 'customer'))
  const { id, name } = await findProduct(shop.db, 'nine-thousand')
  await page.goto('/dashboard?t=subscriptions')
  await openExpired(page)
  const subscription = card(page, name)
  await pressOn(page, subscription.getByRole('button', { name: 'Add to cart' }))
  await expect(page.getByText(`${name} added to cart`)).toBeVisible()
  await pressOn(page, subscription.locator('img'))
  await expect(page).toHaveURL(`/product/${id}`)
})

test('a card that rises on hover stays clickable at its lower edge', async ({ page, shop }) => {
  const { id } = await findProduct(shop.db, 'cs2')
  await page.goto('/store')
  const shown = card(page, 'Counter-Strike 2')
  await shown.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await shown.boundingBox())!
  await page.mouse.move(x + width / 2, y + height - 2)
  await expect.poll(async () => (await shown.boundingBox())!.y).toBe(y - 4)
  // A small pointer move makes the browser find the element under it again.
  await page.mouse.move(x + width / 2 + 1, y + height - 2)
  await page.mouse.down()
  await page.mouse.up()
  await expect(page).toHaveURL(`/product/${id}`)
})
