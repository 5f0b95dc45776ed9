import { readFile } from 'node:fs/promises'
import { parseCsv } from '#server/platform/logs/testing/csv.ts'
import { expect, test } from './test.ts'

test('the next page starts at the top, and a changed filter returns to the first page', async ({
  page,
  shop,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/503/)
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
  // If a page fails to load, its number stays in the address.
  const later = /\/api\/admin\/orders.*after=/
  await page.route(later, (route) => route.fulfill({ status: 503, json: { detail: 'Away' } }))
  await page.getByRole('button', { name: 'Older' }).click()
  await expect(page.getByText('Failed to load orders')).toBeVisible()
  await expect(page).toHaveURL(/after=/)
  await page.unroute(later)
  await page.getByRole('button', { name: 'Older' }).click()
  await expect(page.getByRole('button', { name: 'Newest' })).toBeEnabled()
  await expect(page).toHaveURL(/after=/)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.getByLabel('Method').selectOption('crypto')
  await expect(page).toHaveURL(`/admin/orders?uid=${id}&method=crypto`)
  await expect(page.getByRole('button', { name: 'Newest' })).toBeDisabled()
  const exported = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export all matches' }).click()
  const file = await exported
  expect(file.suggestedFilename()).toMatch(/^orders-[\d-]+\.csv$/)
  // The export has all matches, not only the visible page.
  expect(parseCsv(await readFile(await file.path(), 'utf8'))).toHaveLength(31)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/admin\/orders$/)
})

test('an invalid filter in the URL is reported at its field and filters nothing', async ({
  page,
  signIn,
}) => {
  await signIn({ support: true })
  await page.goto('/admin/orders?status=lost&uid=somebody&min=a+lot&from=yesterday')
  const wrong = (label: string) =>
    expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(/./)
  await wrong('Status')
  await wrong('User ID')
  await wrong('At least ($)')
  await wrong('From')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0)
})

test('the additional filters stay open while one of them is cleared', async ({ page, signIn }) => {
  await signIn({ support: true })
  await page.goto('/admin/orders')
  await page.getByText('More filters').click()
  const least = page.getByLabel('At least ($)')
  await least.fill('10')
  await expect(page).toHaveURL('/admin/orders?min=10')
  await least.fill('')
  await expect(page).toHaveURL(/\/admin\/orders$/)
  await expect(least).toBeFocused()
  await least.pressSequentially('20')
  await expect(page).toHaveURL('/admin/orders?min=20')
  await page.reload()
  await expect(least).toHaveValue('20')
  await page.getByText('More filters').click()
  await expect(least).toBeHidden()
})
