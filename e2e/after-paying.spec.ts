import { payByCard } from './card.ts'
import { findProduct, putInCart } from './cart.ts'
import { ordersOf } from './orders.ts'
import { emptyCart, success } from './parts.ts'
import { expect, test } from './test.ts'

test.describe('desktop', () => {
  test('Back after a payment places no second order', async ({ page, shop, signIn }) => {
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

  test('reopening the page of an earlier payment does not empty a new cart', async ({
    page,
    shop,
    signIn,
  }) => {
    await putInCart(page, shop.db, 'last-meridian')
    await signIn()
    await page.goto('/checkout')
    await payByCard(page)
    await expect(success(page)).toBeVisible()
    const { id } = await findProduct(shop.db, 'cs2')
    const paid = page.url()
    await page.goto(`/product/${id}`)
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await expect(page.getByText('added to cart')).toBeVisible()
    await page.goto(paid)
    await expect(success(page)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  })
})
