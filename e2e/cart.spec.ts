import type { Page } from '@playwright/test'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { findProduct, putInCart } from './cart.ts'
import { atBothWidths, expect, test } from './test.ts'

const cartLink = (page: Page, count: number) =>
  page.getByRole('link', { name: `Cart, ${count} ${count === 1 ? 'item' : 'items'}` })
const addToCart = (page: Page) => page.getByRole('button', { name: 'Add to Cart' }).first()

atBothWidths(() => {
  test('a product that is already in the cart is not added again', async ({ page, shop }) => {
    const product = await findProduct(shop.db, 'cs2')
    await page.goto(`/product/${product.id}`)
    await page.getByText('3 months').click()
    await addToCart(page).dblclick()
    await expect(page.getByText('Counter-Strike 2 added to cart')).toBeVisible()
    await expect(page.getByText('is already in your cart')).toHaveCount(0)
    await page.getByText('12 months').click()
    await addToCart(page).click()
    await expect(page.getByText('Counter-Strike 2 is already in your cart')).toBeVisible()
    await page.getByRole('link', { name: 'View Cart' }).click()
    const length = page.getByRole('combobox', { name: 'Length of Counter-Strike 2' })
    await expect(length).toHaveValue('3m')
    await expect(cartLink(page, 1)).toBeVisible()
  })
})

test.describe('desktop', () => {
  test('all tabs share one cart, which survives a reload', async ({ page, shop, context }) => {
    await page.goto('/cart')
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
    const product = await findProduct(shop.db, 'perihelion')
    const other = await context.newPage()
    await other.goto(`/product/${product.id}`)
    await addToCart(other).click()
    await expect(page.getByRole('link', { name: 'Perihelion' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('link', { name: 'Perihelion' })).toBeVisible()
    await expect(cartLink(other, 1)).toBeVisible()
    await page.getByRole('button', { name: 'Remove Perihelion' }).click()
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
    await expect(other.getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
  })

  test('an emailed link fills the cart once and removes its query from the URL', async ({
    page,
    shop,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/404 .*\/api\/games/)
    const product = await findProduct(shop.db, 'perihelion')
    // Temporary messages may be gone once a whole page has loaded.
    await page.goto(`/cart?add=${product.id}&plan=3m`, { waitUntil: 'commit' })
    await expect(page.getByText('Perihelion added to cart')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Perihelion' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Length of Perihelion' })).toHaveValue('3m')
    await expect(page).toHaveURL('/cart')
    await page.getByRole('button', { name: 'Remove Perihelion' }).click()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
    for (const [add, says] of [
      ['999999', sentence('unknown_product')],
      ['x', null],
    ] as const) {
      await page.goto(`/cart?add=${add}&plan=1m`, { waitUntil: 'commit' })
      if (says) await expect(page.getByText(says)).toBeVisible()
      await expect(page).toHaveURL('/cart')
      await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
    }
    // A product that could not be loaded can still be added.
    consoleErrors.expected.push(/status of 500/)
    await page.route('**/api/games/*', (route) => route.fulfill({ status: 500 }))
    await page.goto(`/cart?add=${product.id}&plan=3m`, { waitUntil: 'commit' })
    const again = page.getByRole('button', { name: 'Try again' })
    await again.click()
    await expect(again).toBeEnabled()
    await page.unroute('**/api/games/*')
    await again.click()
    await expect(page.getByRole('combobox', { name: 'Length of Perihelion' })).toHaveValue('3m')
    await expect(again).toHaveCount(0)
  })
})

test('the cart shows a price that has changed since the product was added', async ({
  page,
  shop,
}) => {
  const product = await shop.db
    .insertInto('products')
    .values({ slug: 'price-moves', name: 'Price Moves', description: '', price_cents: 1000 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await putInCart(page, shop.db, 'price-moves')
  await page.goto('/cart')
  await expect(page.getByText('$10.00')).not.toHaveCount(0)
  await shop.db
    .updateTable('products')
    .set({ price_cents: 1250 })
    .where('id', '=', product.id)
    .execute()
  await page.reload()
  await expect(page.getByRole('definition').last()).toHaveText('$12.50')
})

test('an unavailable product blocks the checkout until it is removed', async ({ page, shop }) => {
  await putInCart(page, shop.db, 'cs2', 'neon-parish')
  await page.goto('/cart')
  await expect(page.getByText('Remove unavailable items to continue.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Proceed to Checkout' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove Neon Parish' }).click()
  await expect(page.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible()
})
