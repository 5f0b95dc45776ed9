import type { Page } from '@playwright/test'
import type { Database } from '#server/kernel/database/database.ts'
import { open } from './scene.ts'
import { desktop, expect, expectAccessible, phone, test } from './test.ts'

async function payOrder(db: Database, userId: number, cents: number) {
  await db
    .insertInto('orders')
    .values({
      user_id: userId,
      type: 'crypto',
      payment_status: 'finished',
      total_cents: cents,
      paid_at: new Date(),
    })
    .execute()
}

const figure = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .first()

const amount = async (page: Page) =>
  Number((await figure(page, 'Total Revenue').textContent())!.replace(/[$,]/g, ''))

test.describe('desktop and phone', () => {
  for (const [role, width] of [
    ['admin', desktop],
    ['support', phone],
  ] as const) {
    test(`${role} sees the figures and the charts, also as tables`, async ({
      page,
      shop,
      signIn,
    }) => {
      const user = await signIn({ [role]: true })
      await page.setViewportSize(width)
      await page.goto('/admin')
      for (const name of [
        'Total Users',
        'Active Subscriptions',
        'Total Products',
        'Completed Orders',
        'Unpaid Orders',
      ])
        await expect(figure(page, name)).toHaveText(/^[\d,]+$/)
      await expect(figure(page, 'Total Revenue')).toHaveText(/^\$[\d,]+\.\d\d$/)
      const before = await amount(page)
      await payOrder(shop.db, user.id, 123_45)
      await page.reload()
      await expect.poll(async () => (await amount(page)) - before).toBeGreaterThan(123.44)

      const revenue = page.getByRole('figure', { name: /Revenue by method/ })
      await expect(revenue.locator('svg.recharts-surface')).toBeVisible()
      for (const title of [/Orders by status/, /New users/, /Active subscriptions by game/])
        await expect(page.getByRole('figure', { name: title })).toBeVisible()
      await expectAccessible(page)

      await revenue.getByText('Numbers as a table').click()
      const numbers = revenue.getByRole('table', { name: 'Revenue by day and method' })
      // The header row and thirty days.
      await expect(numbers.getByRole('row')).toHaveCount(31)
      await expect(numbers.getByRole('row').last()).toContainText(/\$[\d,]+\.\d\d/)
      await expectAccessible(page)

      await page.getByText('7 days', { exact: true }).click()
      await expect(page).toHaveURL(/days=7/)
      await expect(numbers.getByRole('row')).toHaveCount(8)
      await page.reload()
      await expect(page.getByRole('radio', { name: '7 days' })).toBeChecked()
      await expect(page.getByText(/in 7 days, by day$/).first()).toBeVisible()

      await page.getByText('365 days', { exact: true }).click()
      await expect(page.getByText(/in 365 days, by month$/).first()).toBeVisible()
      await revenue.getByText('Numbers as a table').click()
      const months = revenue.getByRole('table', { name: 'Revenue by month and method' })
      await expect(months.getByRole('columnheader').first()).toHaveText('Month')
      // The header row and a year that starts and ends in the middle of a month.
      expect([13, 14]).toContain(await months.getByRole('row').count())
    })
  }
})

test('a dashboard that fails to load shows an error and can be retried', async ({
  page,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/status of 500/)
  await signIn({ admin: true })
  await page.route('**/api/admin/charts**', (route) => route.fulfill({ status: 500 }))
  await page.goto('/admin')
  await expect(page.getByText('Failed to load the dashboard').first()).toBeVisible()
  await page.unroute('**/api/admin/charts**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('figure', { name: /New users/ })).toBeVisible()
})

test('only the dashboard loads the chart library', async ({ page, signIn }) => {
  await signIn({ admin: true })
  const scripts: string[] = []
  page.on('response', (response) => scripts.push(new URL(response.url()).pathname))
  await open('/admin/users')(page)
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  expect(scripts.filter((path) => /chart/i.test(path))).toEqual([])
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click()
  await expect(page.getByRole('figure', { name: /New users/ })).toBeVisible()
  expect(scripts.filter((path) => /chart/i.test(path))).not.toEqual([])
})
