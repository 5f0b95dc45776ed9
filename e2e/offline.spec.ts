import { openCode, putInCart } from './cart.ts'
import { ordersOf } from './orders.ts'
import { main, success } from './parts.ts'
import { expect, test } from './test.ts'

test.describe('desktop', () => {
  test.beforeEach(({ consoleErrors }) => {
    consoleErrors.expected.push(/ERR_INTERNET_DISCONNECTED/)
  })

  test('in a support form: the page says that it is offline, keeps the text and sends it later', async ({
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
    await expect(main(page).getByRole('alert')).toContainText(
      'The server cannot be reached. Please check your connection.',
    )
    await context.setOffline(false)
    await expect(notice).toBeHidden()
    await expect(page.getByLabel('Description')).toHaveValue('Since the update.')
    await page.getByRole('button', { name: 'Create Ticket' }).click()
    await expect(page.getByText('Support ticket created successfully')).toBeVisible()
  })

  test('on the dashboard: a tab that fails to load says so and can be retried', async ({
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

  test('before a navigation: the next page opens when the connection is back', async ({
    page,
    context,
    signIn,
  }) => {
    await signIn()
    await page.goto('/dashboard')
    await page.getByLabel('Current password').fill('Nightfall7')
    await context.setOffline(true)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click()
    await expect(
      page.getByText('You are offline. The next page opens when the connection is back.'),
    ).toBeVisible()
    await expect(page.getByLabel('Current password')).toHaveValue('Nightfall7')
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
  })

  test('at the checkout: one order is placed when the connection is back', async ({
    page,
    context,
    shop,
    signIn,
  }) => {
    await putInCart(page, shop.db, 'debt-to-the-lantern')
    const customer = await signIn()
    await page.goto('/checkout')
    await expect(page.locator('iframe')).toBeVisible()
    const code = await openCode(page, 'Debt to the Lantern')
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
