import { completePurchase, payByCard } from './card.ts'
import { putInCart } from './cart.ts'
import { ordersOf } from './orders.ts'
import { success } from './parts.ts'
import { expect, expectAccessible, onAPhone, test } from './test.ts'

// Tax is a setting of the whole shop, so only one test changes it at a time.
test.describe.configure({ mode: 'serial' })

test.beforeEach(async ({ page, shop }) => {
  await shop.db.updateTable('settings').set({ tax_mode: 'table' }).execute()
  await putInCart(page, shop.db, 'last-meridian')
})
test.afterEach(({ shop }) => shop.db.updateTable('settings').set({ tax_mode: 'off' }).execute())

onAPhone(() => {
  test('a chosen country is kept if saving fails, and remembered for later orders', async ({
    page,
    shop,
    signIn,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/500/)
    const customer = await signIn()
    await page.goto('/checkout')
    const country = page.getByLabel('Country', { exact: true })
    await expect(country).toHaveValue('')
    await expect(page.getByText('Credit Card')).toBeHidden()
    await page.getByText('Show order summary').click()
    await expectAccessible(page)

    const saving = '**/api/user/tax-country'
    await page.route(saving, (route) => route.fulfill({ status: 500 }))
    await country.selectOption('Germany')
    const failed = page.getByRole('alert')
    await expect(failed).toBeVisible()
    await expect(country).toHaveValue('DE')
    await page.unroute(saving)
    await failed.getByRole('button').click()
    await expect(page.getByText('Includes 19 % tax')).toBeVisible()
    await expect(completePurchase(page)).toBeEnabled()

    // The open form stays unchanged when the country changes.
    const frame = page.frameLocator('iframe[title="Secure payment input frame"]')
    await frame.getByLabel('Card number').fill('4242424242424242')
    await country.selectOption('Austria')
    await expect(page.getByText('Includes 20 % tax')).toBeVisible()
    await expect(frame.getByLabel('Card number')).toHaveValue(/^4242/)
    await payByCard(page)
    await expect(success(page)).toBeVisible()
    const [order] = await ordersOf(shop.db, customer)
    expect(order).toMatchObject({ payment_status: 'finished' })
    const kept = await shop.db
      .selectFrom('orders')
      .innerJoin('users', 'users.id', 'user_id')
      .select(['orders.tax_country as of', 'users.tax_country as remembered'])
      .where('user_id', '=', customer.id)
      .execute()
    expect(kept).toEqual([{ of: 'AT', remembered: 'AT' }])
  })
})
