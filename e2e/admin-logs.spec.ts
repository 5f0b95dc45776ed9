import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type LogEntry, writeLog } from '#server/platform/logs/log.ts'
import { parseCsv } from '#server/platform/logs/testing/csv.ts'
import { stopClock } from './parts.ts'
import { desktop, expect, expectAccessible, phone, test } from './test.ts'

/** A log source that no other test uses. */
const newSource = () => `test-${randomBytes(4).toString('hex')}`

test.describe('desktop and phone', () => {
  for (const [roles, width] of [
    [{ admin: true }, desktop],
    [{ support: true }, phone],
  ] as const) {
    test(`${Object.keys(roles)} reads and filters the log`, async ({ page, shop, signIn }) => {
      const { id, username } = await signIn(roles)
      const source = newSource()
      const write = (entry: Partial<LogEntry> & { message: string }) =>
        writeLog(shop.db, { source, ...entry })
      await write({ message: 'Something began', details: { provider: 'stripe', n: 1 } })
      await write({ message: 'Something broke', level: 'error', userId: id })
      await write({ message: 'All is well', level: 'success' })

      await page.setViewportSize(width)
      await page.goto(`/admin/logs?source=${source}`)
      const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
      await expect(rows).toHaveCount(3)
      await expect(rows.first()).toContainText('All is well')
      await expect(page.getByText('1–3 of 3 entries')).toBeVisible()

      await page.getByLabel('Level').selectOption('Error')
      await expect(rows).toHaveCount(1)
      await expect(rows.first()).toContainText('Something broke')
      await expect(rows.first().getByRole('link', { name: username })).toHaveAttribute(
        'href',
        `/admin/users/${id}`,
      )
      await page.getByLabel('Level').selectOption('All levels')
      await page.getByLabel('Search messages').fill('SOMETHING')
      await expect(rows).toHaveCount(2)
      await page.getByText('More filters').click()
      await page.getByLabel('Details', { exact: true }).fill('provider')
      await expect(page.getByText('Enter a name and a value, as key:value')).toBeVisible()
      await page.getByLabel('Details', { exact: true }).fill('provider:stripe')
      await expect(rows).toHaveCount(1)
      await expectAccessible(page)
      await page.reload()
      await expect(rows).toHaveCount(1)
      await expect(page.getByLabel('Details', { exact: true })).toHaveValue('provider:stripe')

      await page.getByRole('button', { name: /Something began/ }).click()
      const dialog = page.getByRole('dialog', { name: 'Log Details' })
      await expect(dialog).toContainText('Additional Metadata')
      await expect(dialog).toContainText('"provider": "stripe"')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()

      await page.getByLabel('User ID').fill('99999999')
      await expect(page.getByText('No entries match')).toBeVisible()
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await expect(rows).toHaveCount(10)
      await expect(page.getByLabel('Search messages')).toHaveValue('')
    })
  }

  test('a page number past the end shows the last page, and a time range filters the log', async ({
    page,
    shop,
    signIn,
  }) => {
    await signIn({ admin: true })
    const source = newSource()
    await sql`insert into logs (created_at, level, type, message)
              select make_timestamptz(2021, 1, n, 12, 0, 0, 'UTC'), 0, ${source}, 'Day ' || n
                from generate_series(1, 25) n`.execute(shop.db)
    await page.goto(`/admin/logs?source=${source}&page=99`)
    await expect(page.getByText('21–25 of 25 entries')).toBeVisible()
    await expect(page).toHaveURL(/page=3/)
    await page.getByLabel('Rows per page').selectOption('25')
    await expect(page.getByText('1–25 of 25 entries')).toBeVisible()
    await page.getByText('More filters').click()
    await page.getByLabel('From').fill('2021-01-10T00:00')
    await page.getByLabel('To', { exact: true }).fill('2021-01-12T23:59')
    await page.getByLabel('To', { exact: true }).press('Enter')
    await expect(page.getByText('1–3 of 3 entries')).toBeVisible()
  })
})

test('the current page and all matches can be exported as CSV', async ({ page, shop, signIn }) => {
  await signIn({ admin: true })
  const source = newSource()
  await sql`insert into logs (level, type, message)
            select 1, ${source}, '=line ' || n from generate_series(1, 12) n`.execute(shop.db)
  await page.clock.install()
  await page.goto(`/admin/logs?source=${source}`)
  const button = page.getByRole('button', { name: 'Export page' })
  await expect(button).toBeEnabled()
  await stopClock(page)
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  const saved = page.waitForEvent('download')
  await page.clock.fastForward(1500)
  const rows = parseCsv(await readFile(await (await saved).path(), 'utf8'))
  expect(rows).toHaveLength(11)
  expect(rows[0]).toEqual(['Timestamp', 'Level', 'Source', 'Message', 'Details'])
  expect(rows[1]).toEqual([expect.any(String), 'success', source, "'=line 12", '{}'])

  await page.clock.resume()
  const all = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export all matches' }).click()
  const file = await all
  expect(file.suggestedFilename()).toMatch(/^logs-[\d-]+\.csv$/)
  expect(parseCsv(await readFile(await file.path(), 'utf8'))).toHaveLength(13)
})

test('only page 1 of the log refreshes automatically, and not while an entry is open', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn({ support: true })
  const source = newSource()
  const write = (message: string) => writeLog(shop.db, { source, message })
  await write('First')
  await page.clock.install()
  await page.goto(`/admin/logs?source=${source}`)
  await expect(page.getByRole('button', { name: /First/ })).toBeVisible()
  await write('Second')
  await page.clock.fastForward(30_000)
  await expect(page.getByRole('button', { name: /Second/ })).toBeVisible()

  let calls = 0
  page.on('request', (request) => {
    if (request.url().includes('/admin/logs/?')) calls += 1
  })
  await page.getByRole('button', { name: /First/ }).click()
  await expect(page.getByRole('dialog', { name: 'Log Details' })).toBeVisible()
  await page.clock.fastForward(60_000)
  await page.keyboard.press('Escape')
  expect(calls).toBe(0)

  for (let n = 0; n < 10; n += 1) await write(`More ${n}`)
  await page.goto(`/admin/logs?source=${source}&page=2`)
  await expect(page.getByText('11–12 of 12 entries')).toBeVisible()
  calls = 0
  await page.clock.fastForward(60_000)
  expect(calls).toBe(0)
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(page.getByText('1–10 of 12 entries')).toBeVisible()
  expect(calls).toBe(1)
})

test('a log that fails to load shows an error and can be retried', async ({
  page,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/500 /)
  await signIn({ admin: true })
  await page.route('**/api/admin/logs/?*', (route) => route.fulfill({ status: 500 }))
  await page.goto('/admin/logs')
  await expect(page.getByRole('main').getByText('Failed to load logs')).toBeVisible()
  await page.unroute('**/api/admin/logs/?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table')).toBeVisible()
})
