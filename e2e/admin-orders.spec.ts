import { expect, test } from './test.ts'

test('another page is read from its top, and another filter from its first page', async ({
  page,
  shop,
  signIn,
}) => {
  const { id } = await signIn({ support: true })
  const placed = Array.from({ length: 30 }, () => ({
    user_id: id,
    type: 'crypto',
    total_cents: 999,
  }))
  await shop.db
    .insertInto('orders')
    .values(placed as never)
    .execute()
  await page.goto(`/admin/orders?uid=${id}`)
  await page.getByRole('button', { name: 'Older' }).click()
  await expect(page).toHaveURL(/after=/)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.getByLabel('Method').selectOption('crypto')
  await expect(page).toHaveURL(`/admin/orders?uid=${id}&method=crypto`)
  await expect(page.getByRole('button', { name: 'Newest' })).toBeDisabled()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/admin\/orders$/)
})
