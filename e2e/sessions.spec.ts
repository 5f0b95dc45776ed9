import { startSessionOf } from '#server/kernel/testing/customer.ts'
import { expect, onAPhone, test } from './test.ts'

onAPhone(() => {
  test('a customer signs out another browser, then all others', async ({ page, shop, signIn }) => {
    const { id } = await signIn()
    for (let n = 0; n < 3; n += 1) await startSessionOf(shop.db, id)
    await page.goto('/dashboard?t=profile')
    const others = page.getByRole('button', { name: /^Sign out .*, signed in/ })
    await expect(others).toHaveCount(3)
    await others.first().click()
    await expect(others).toHaveCount(2)
    await page.getByRole('button', { name: 'Sign Out All Others' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click()
    await expect(others).toHaveCount(0)
    await expect(page.getByText('This browser', { exact: true })).toBeVisible()
  })
})
