import { disputedOrder } from './disputed-order.ts'
import { control } from './sandbox.ts'
import { expect, expectAccessible, test } from './test.ts'

test.describe('desktop', () => {
  test('staff answer a dispute with collected evidence, and winning it restores the time', async ({
    page,
    shop,
    context,
    signIn,
  }) => {
    const scene = { shop, db: shop.db }
    const { id, order, user, cookies } = await disputedOrder(scene, [
      'dispute',
      { reason: 'fraudulent', due: 6 },
    ])
    await context.addCookies(cookies)
    await page.goto(`/orders/${order}`)
    const notice = page.getByText('your time is frozen until the bank decides')
    await expect(notice).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Ask about this order' }).click()
    await expect(page.getByLabel('Subject')).toHaveValue(`Order #${order.slice(0, 8)}`)
    await page.getByLabel('Description').fill('Who disputes it?')
    await page.getByRole('button', { name: 'Create Ticket' }).click()
    await expect(page.getByRole('log')).toContainText('Who disputes it?')
    await expect(page.getByText(`about Order #${order.slice(0, 8)}`)).toBeVisible()

    await signIn({ admin: true })
    await page.goto('/admin/disputes?state=open')
    await page.getByRole('row').filter({ hasText: user.username }).getByRole('link').click()
    await expect(page).toHaveURL(`/admin/disputes/${id}`)
    await expect(page.getByText(/^Frozen,/)).toBeVisible()
    const why = page.getByLabel('Why no refund is due')
    await expect(why).toBeHidden()
    await page.getByText(/^Fields for other reasons/).click()
    await why.fill('It was delivered in the minute that it was paid.')
    const submit = page.getByRole('button', { name: 'Preview and submit' })
    await expect(submit).toBeDisabled()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Evidence saved')).toBeVisible()
    await expectAccessible(page)
    await submit.click()
    const dialog = page.getByRole('dialog', { name: 'Submit this evidence?' })
    await expect(dialog).toContainText('This is final.')
    await expect(dialog).toContainText('It was delivered in the minute')
    await dialog.getByLabel('Reason').fill('It was delivered and used')
    await dialog.getByRole('button', { name: 'Submit to the bank' }).click()
    await expect(page.getByText('submitted the evidence. The bank decides')).toBeVisible()
    await expect(why).toBeHidden()

    await control(shop, `stripe/orders/${order}/dispute-won?wait=true`)
    await context.addCookies(cookies)
    await expect(async () => {
      await page.goto(`/orders/${order}`)
      await expect(page.getByText('Finished')).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(notice).toBeHidden()
  })
})
