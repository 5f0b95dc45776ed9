import { cards, completePurchase, fillCard } from './card.ts'
import { addHiddenProduct, holdInCart } from './cart.ts'
import { ordersOf } from './orders.ts'
import { success } from './parts.ts'
import { expect, expectAccessible, test } from './test.ts'

test('a payment whose response was lost is checked, and bought again only after a confirmation', async ({
  page,
  shop,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/Failed to load resource|ERR_FAILED/)
  const product = { ...(await addHiddenProduct(shop.db)), price_cents: 999 }
  await holdInCart(page, [product])
  const customer = await signIn()
  await page.goto('/checkout')
  await fillCard(page, cards.good)

  // The card is charged, but neither the provider nor the shop can notify this page.
  await page.route('**/stripe/client/confirm', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const status = '**/api/payment/checkout-session/*'
  await page.route(status, (route) => route.abort())
  await completePurchase(page).click()
  const checkAgain = page.getByRole('button', { name: 'Check again' })
  await expect(page.getByRole('alert')).toContainText('Nothing else is charged until then')
  await expect(completePurchase(page)).toBeDisabled()
  const looked = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/checkout-session/'),
  )
  await checkAgain.click()
  await looked
  await expect(checkAgain).toBeEnabled()
  await expectAccessible(page)
  await page.unroute(status)
  await checkAgain.dblclick()
  await expect(success(page)).toBeVisible()
  expect(await ordersOf(shop.db, customer)).toMatchObject([{ payment_status: 'finished' }])

  await page.unroute('**/stripe/client/confirm')
  // The next page puts the product into the cart again.
  await page.evaluate(() => localStorage.removeItem('cart'))
  await page.goto('/checkout')
  await completePurchase(page).click()
  const again = page.getByRole('button', { name: 'Buy again' })
  await expect(page.getByRole('alert')).toContainText('Your card was not charged again')
  expect(await ordersOf(shop.db, customer)).toHaveLength(1)
  await again.dblclick()
  await expect(success(page)).toBeVisible()
  const bought = { payment_status: 'finished', total_cents: 999 }
  expect(await ordersOf(shop.db, customer)).toMatchObject([bought, bought])
})
