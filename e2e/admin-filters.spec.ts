import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { writeLog } from '#server/platform/logs/log.ts'
import { hold } from './hold.ts'
import { expect, test } from './test.ts'
import { newTicket } from './tickets.ts'

/**
 * Chooses an option in each select by label, synchronously, so that nothing can render or load in
 * between.
 */
function chooseAtOnce(page: Page, choices: Record<string, string>) {
  return page.evaluate((wanted) => {
    for (const [name, value] of Object.entries(wanted)) {
      const select = [...document.querySelectorAll('select')].find(({ labels }) =>
        [...labels].some(({ textContent }) => textContent === name),
      )!
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!.set!.call(
        select,
        value,
      )
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }, choices)
}

test('filters that change at the same moment all take effect', async ({ page, shop, signIn }) => {
  await signIn({ admin: true })
  const source = `test-${randomBytes(4).toString('hex')}`
  for (const level of ['info', 'error', 'error'] as const) {
    await writeLog(shop.db, { source, level, message: 'Something happened' })
  }
  await page.goto(`/admin/logs?source=${source}`)
  await expect(page.getByText('1–3 of 3 entries')).toBeVisible()
  await chooseAtOnce(page, { Level: 'error', 'Rows per page': '25' })
  await expect(page.getByText('1–2 of 2 entries')).toBeVisible()
  await expect(page).toHaveURL(`/admin/logs?source=${source}&level=error&limit=25`)
})

test('a filter that changes while the previous change loads keeps that change', async ({
  page,
  shop,
  signIn,
}) => {
  const me = await signIn({ support: true })
  const word = randomBytes(4).toString('hex')
  const mine = await newTicket(shop.db, { title: `${word} mine`, assigned_to: me.id })
  await newTicket(shop.db, { title: `${word} nobody’s` })
  await page.goto(`/admin/support?search=${word}&assigned=me`)
  const rows = page.getByRole('link', { name: new RegExp(word) })
  await expect(rows).toHaveCount(1)

  const lists = await hold(page, '**/api/admin/tickets/?*')
  await page.getByLabel('Assigned to').selectOption('Anyone')
  await expect.poll(() => lists.count).toBe(1)
  await expect(page.getByLabel('Assigned to')).toHaveValue('all')
  await rows.click()
  await expect.poll(() => lists.count).toBe(2)
  await page.getByLabel('Order').selectOption('Latest activity')
  lists.letGo()
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('region', { name: mine.title })).toBeVisible()
  await expect(page).toHaveURL(`/admin/support?search=${word}&ticket=${mine.id}&order=activity`)
})
