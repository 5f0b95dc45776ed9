import { addUser } from './customer.ts'
import { paidOrder } from './refunded-order.ts'
import { expect, expectAccessible, test } from './test.ts'

test.describe('desktop', () => {
  test('staff preview the effects of a partial refund before they refund', async ({
    page,
    shop,
    signIn,
  }) => {
    const { order, products } = await paidOrder(shop.db, (await addUser(shop.db)).id)
    await signIn({ admin: true })
    await page.goto(`/admin/orders/${order}`)
    const opener = page.getByRole('button', { name: 'Refund', exact: true })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'Refund' })
    const effects = dialog.getByRole('region', { name: 'What will happen' })
    await expect(effects).toContainText('Choose what to refund')
    const amount = dialog.getByLabel(`Amount of ${products[0]} in USD`)
    await amount.fill('99')
    await expect(dialog.getByText('At most $29.99 is left')).toBeVisible()
    await amount.fill('-5')
    await expect(amount).toHaveAccessibleDescription('The amount cannot be negative')
    await expect(dialog.getByRole('button', { name: /^Refund/ })).toBeDisabled()
    await amount.fill('9.99')
    await expect(effects).toContainText('Refunds $9.99; the order stays finished')
    await expect(effects).toContainText(`of ${products[0]}: expires`)
    await expect(effects).toContainText('Cancels the renewal')
    await expect(effects).toContainText(/Issues a credit note of \$[\d.]+ for /)
    await dialog.getByLabel('Revoke the refunded time').uncheck()
    await expect(effects).toContainText('Revokes no time')
    await expectAccessible(page)
    await dialog.getByLabel('Note').fill('Wrote twice')
    await page.keyboard.press('Escape')
    const asked = page.getByRole('dialog', { name: 'Discard your changes?' })
    await asked.getByRole('button', { name: 'Keep Editing' }).click()
    await expect(dialog.getByLabel('Note')).toHaveValue('Wrote twice')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await asked.getByRole('button', { name: 'Discard Changes' }).click()
    await expect(opener).toBeFocused()

    await opener.click()
    await dialog.getByRole('button', { name: `All of ${products[0]}` }).click()
    await dialog.getByRole('button', { name: `All of ${products[1]}` }).click()
    await expect(effects).toContainText('Refunds $59.98 and marks the order as refunded')
    await expect(dialog.getByLabel('Release the discount codes')).toBeChecked()
    await dialog.getByLabel('Reason').selectOption('It did not work')
    await dialog.getByLabel('Note').fill('Told us twice')
    await dialog.getByRole('button', { name: 'Refund $59.98' }).click()
    // The stand-in for Stripe does not know the payment: the page shows the error, and nothing was
    // refunded.
    await expect(dialog).toBeHidden()
    const refund = page.getByRole('listitem').filter({ hasText: 'Told us twice' })
    await expect(refund).toContainText('Failed')
    await expect(refund).toContainText('No such payment_intent')
    await expect(page.getByText('It did not work ·')).toBeVisible()
    await expectAccessible(page)
  })

  test('a refund that is submitted again after a lost response is made once', async ({
    page,
    shop,
    signIn,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/ERR_FAILED/)
    const { order, products } = await paidOrder(shop.db, (await addUser(shop.db)).id)
    await signIn({ admin: true })
    await page.goto(`/admin/orders/${order}`)
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Refund' })
    await dialog.getByLabel(`Amount of ${products[0]} in USD`).fill('5')
    const press = dialog.getByRole('button', { name: 'Refund $5.00' })
    const asking = '**/refunds'
    await page.route(asking, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await press.click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await page.unroute(asking)
    await press.click()
    await expect(dialog).toBeHidden()
    const asked = await shop.db
      .selectFrom('refunds')
      .select('amount_cents')
      .where('order_id', '=', order)
      .execute()
    expect(asked).toEqual([{ amount_cents: 500 }])
  })
})
