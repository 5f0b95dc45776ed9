import { sessionCookies } from './customer.ts'
import { endSession } from './end-session.ts'
import { moveRenewals, pathOf, repricedProduct } from './price-changes.ts'
import { openDetails } from './subscriptions.ts'
import { expect, expectAccessible, test } from './test.ts'

test.describe('desktop', () => {
  test('staff move renewals to a new price, customers see it, and staff cancel it', async ({
    page,
    shop,
    context,
    signIn,
  }) => {
    const { id, name, customer } = await repricedProduct({ db: shop.db }, [2499, 1799, 1799])
    await signIn({ admin: true })
    await page.goto(`/admin/products/${id}/plans`)
    await page.getByRole('link', { name: 'Move renewals to the new price' }).click()
    await expect(page).toHaveURL(pathOf(id))
    await expect(
      page.getByText('2 people will pay more: $8.00 more a month in total.'),
    ).toBeVisible()
    await expect(page.getByText('1 person will pay less')).toBeVisible()
    await expectAccessible(page)
    await moveRenewals(page, 'The prices of this year')
    await expect(page.getByText('There are no renewals to move')).toBeVisible()
    await expect(page.getByText('The prices of this year')).toBeVisible()
    await expect(async () => {
      await page.reload()
      await expect(page.getByText('2 announced · 1 applied')).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expectAccessible(page)

    await endSession(page)
    await context.addCookies(sessionCookies(shop.url, customer.token))
    await page.goto('/dashboard?t=subscriptions')
    const change = page.getByText(/^From .* \$21\.99 instead of \$17\.99$/)
    await expect(change).toBeVisible()
    await openDetails(page, name)
    await expect(page.getByRole('button', { name: `Stop: ${name}` })).toBeVisible()
    await expectAccessible(page)

    await endSession(page)
    await signIn({ admin: true })
    await page.goto(pathOf(id))
    await page.getByRole('button', { name: 'Cancel price change' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this price change?' })
    await expect(dialog).toContainText('2 people keep the old price')
    await dialog.getByLabel('Reason').fill('A mistake')
    await dialog.getByRole('button', { name: 'Cancel price change' }).click()
    await expect(page.getByText('1 applied · 2 canceled')).toBeVisible()
  })
})
