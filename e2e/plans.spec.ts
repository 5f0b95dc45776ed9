import { addHiddenProduct } from './cart.ts'
import { expect, expectAccessible, test } from './test.ts'

test.describe('desktop', () => {
  test('staff add plans to a product, and a customer buys one and changes it in the cart', async ({
    page,
    shop,
    signIn,
  }) => {
    const { id, name } = await addHiddenProduct(shop.db)
    await signIn({ admin: true })
    await page.goto(`/admin/products/${id}/plans`)
    const plans = page.getByRole('region', { name: 'Plans' })
    const save = page.getByRole('button', { name: 'Save Changes' })
    await expect(plans.getByRole('listitem')).toHaveCount(4)
    // Changing the price updates the saving, and the other way round.
    await plans.getByLabel('Saving of 3 Months in percent').fill('20')
    await expect(plans.getByLabel('Price of 3 Months')).toHaveValue('23.98')
    await plans.getByLabel('Price of 3 Months').fill('14.99')
    await expect(plans.getByLabel('Saving of 3 Months in percent')).toHaveValue('49')
    await plans.getByRole('button', { name: 'Remove 12 Months' }).click()
    await plans.getByLabel('Length', { exact: true }).fill('2')
    await plans.getByLabel('Unit').selectOption('Weeks')
    await plans.getByRole('button', { name: 'Add Plan' }).click()
    await plans.getByRole('button', { name: 'Add Plan' }).click()
    await expect(plans.getByText('2 Weeks is already in the list')).toBeVisible()
    await plans.getByLabel('Unit').selectOption('Lifetime')
    await plans.getByRole('button', { name: 'Add Plan' }).click()
    await save.click()
    await expect(plans.getByLabel('Price of Lifetime')).toHaveAccessibleDescription(
      'Enter an amount, for example 12.50',
    )
    await plans.getByLabel('Price of Lifetime').fill('149')
    await plans.getByLabel('Most Popular: 2 Weeks').check()
    await plans.getByLabel('Most Popular: 6 Months').check()
    await expect(plans.getByLabel('Most Popular: 2 Weeks')).not.toBeChecked()
    await expectAccessible(page)
    await save.click()
    await expect(page.getByText('Product updated successfully')).toBeVisible()

    await page.goto(`/product/${id}`)
    const lengths = page.getByRole('radio')
    await expect(lengths).toHaveCount(5)
    await expect(page.getByText('Most Popular')).toHaveCount(1)
    await page.getByText('2 Weeks', { exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Total' })).toContainText('$4.66')
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.getByRole('link', { name: 'View Cart' }).click()
    const length = page.getByRole('combobox', { name: `Length of ${name}` })
    await expect(length).toHaveValue('2w')
    const summary = page.getByRole('region', { name: 'Order Summary' })
    await expect(summary).toContainText('$4.66')
    await length.selectOption('lifetime')
    await expect(summary).toContainText('$149.00')
    await expectAccessible(page)

    // The cart reports the removed plan, and the customer can choose an available one.
    await shop.db.updateTable('products').set({ plans: null }).where('id', '=', id).execute()
    await page.reload()
    await expect(page.getByText(`${name} is no longer sold for life`)).toBeVisible()
    await expect(summary.getByRole('link', { name: 'Proceed to Checkout' })).toHaveCount(0)
    await expectAccessible(page)
    await expect(length).toBeVisible()
    // Also for a customer who was already at the checkout.
    await page.goto('/checkout')
    await expect(page.getByText(`${name} is no longer sold for life`)).toBeVisible()
    await expectAccessible(page)
    await length.selectOption('12m')
    await expect(summary).toContainText('$83.92')
    await page.goBack()
    await expect(summary).toContainText('$83.92')
    await expect(summary.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible()
  })
})

test('staff schedule a sale, and the shop shows the old price struck through', async ({
  page,
  shop,
  signIn,
}) => {
  const { id } = await addHiddenProduct(shop.db)
  await signIn({ admin: true })
  await page.goto(`/admin/products/${id}/plans`)
  const sale = page.getByRole('region', { name: 'Sale' })
  await sale.getByRole('button', { name: 'Add Sale' }).click()
  const percent = sale.getByLabel('Percent off')
  for (const typed of ['95', 'abc', '$10', '100']) {
    await percent.fill(typed)
    await expect(percent).not.toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(percent).toHaveAccessibleDescription(/from 1 to 90 percent/)
    await expect(percent).toHaveAttribute('aria-invalid', 'true')
    await expect(percent).toBeFocused()
  }
  const to = sale.getByLabel('To', { exact: true })
  const end = await to.inputValue()
  await to.fill('2020-01-01T00:00')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(to).toHaveAccessibleDescription('The end must be after the start')
  await expect(percent).toBeFocused()
  await expectAccessible(page)
  await to.fill(end)
  await percent.fill('30 %')
  await expect(sale.getByText('Monthly price: $6.99')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Saving of 3 Months in percent').fill('10 %')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Product updated successfully')).toBeVisible()
  await page.goto(`/product/${id}`)
  await expect(page.getByText('Sale: 30% off')).toBeVisible()
  const total = page.getByRole('status').filter({ hasText: 'Total' })
  await expect(total).toContainText('Before: $9.99')
  await expect(total).toContainText('$6.99')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.getByRole('link', { name: 'View Cart' }).click()
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText('$6.99')
  await expect(page.getByRole('listitem').filter({ hasText: 'Before: $9.99' })).toBeVisible()
})

test('an active subscription can be extended from its card, and a lifetime subscription has no end', async ({
  page,
  shop,
  signIn,
}) => {
  const customer = await signIn()
  const [running, endless] = [await addHiddenProduct(shop.db), await addHiddenProduct(shop.db)]
  for (const [product, days] of [
    [running, 10],
    [endless, 365_000],
  ] as const) {
    const { id } = await shop.db
      .insertInto('subscriptions')
      .values({ user_id: customer.id, product_id: product.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const entry = { subscription_id: id, seconds: days * 86_400, cause: 'grant' as const }
    await shop.db.insertInto('time_entries').values(entry).execute()
  }
  await page.goto('/dashboard?t=subscriptions')
  const card = page.getByRole('listitem').filter({ hasText: endless.name })
  await expect(card.getByText('Lifetime')).toBeVisible()
  await expect(card.getByText(/Until|left/)).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: `Extend ${running.name}` }).click()
  await expect(page.getByText(`${running.name} added to cart`)).toBeVisible()
  await expect(page.getByRole('combobox', { name: `Length of ${running.name}` })).toHaveValue('1m')
  await expect(page.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible()
})
