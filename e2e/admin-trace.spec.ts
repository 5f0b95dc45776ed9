import { randomBytes } from 'node:crypto'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { sessionCookies } from './customer.ts'
import { expect, expectAccessible, phone, test } from './test.ts'

test.describe('desktop', () => {
  test('an administrator traces a file and a build ID', async ({ page, signIn, consoleErrors }) => {
    consoleErrors.expected.push(/ERR_FAILED/)
    await signIn({ admin: true })
    await page.goto('/admin/loader')
    await page.getByRole('link', { name: 'Trace' }).click()
    await page.getByRole('button', { name: 'Trace File' }).click()
    await expect(page.getByText('Choose a file')).toBeVisible()
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'leak.exe',
      mimeType: 'application/octet-stream',
      buffer: randomBytes(100_000),
    })
    await page.getByRole('button', { name: 'Trace File' }).click()
    await expect(page.getByText('Unknown', { exact: true })).toBeVisible()
    await expect(page.getByText('leak.exe', { exact: true })).toBeVisible()
    // Following a link and going back returns to the result.
    await page.getByRole('link', { name: 'Builds' }).click()
    await expect(page).toHaveURL(/builds/)
    await page.goBack()
    await expect(page.getByText('leak.exe', { exact: true })).toBeVisible()
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'leak.exe',
      mimeType: 'application/octet-stream',
      buffer: randomBytes(100_000),
    })
    // While a new trace is loading, the previous result is not shown.
    const asking = '**/api/admin/loader/traces/file**'
    await page.route(asking, () => {})
    await page.getByRole('button', { name: 'Trace File' }).click()
    await expect(page.getByText('Verdict', { exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.unroute(asking)
    // The failed action and its reason are shown on separate lines, also at the field.
    await page.route(asking, (route) => route.abort())
    await page.getByRole('button', { name: 'Trace File' }).click()
    const failed = page.getByText(/^Failed to trace the file/)
    await expect(failed).toBeVisible()
    await expect(failed).toHaveCSS('white-space', 'pre-line')
    await page.unroute(asking)
    await page.getByLabel('SHA-256 or build ID').fill('abc')
    await page.getByRole('button', { name: 'Look Up' }).click()
    await expect(page.getByText('Enter a SHA-256 with 64 digits')).toBeVisible()
    await expectAccessible(page)
  })

  test('staff revoke a leaked loader, its customer is informed, and the revocation is undone', async ({
    page,
    browser,
    shop,
    signIn,
  }) => {
    const admin = await signIn({ admin: true })
    const { user, token } = await signInAs(shop.db)
    const release = shop.db
      .selectFrom('loader_releases')
      .select('id')
      .where('product_id', 'is', null)
    const { id: release_id } = await release.executeTakeFirstOrThrow()
    const now = new Date()
    const ready = { status: 'ready' as const, sha256: randomBytes(32).toString('hex'), size: 9 }
    const { id: build } = await shop.db
      .insertInto('loader_builds')
      .values({ user_id: user.id, release_id, ...ready, storage_key: 'x', finished_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await page.goto('/admin/loader/trace')
    await page.getByLabel('SHA-256 or build ID').fill(ready.sha256)
    await page.getByRole('button', { name: 'Look Up' }).click()
    await page.getByRole('link', { name: build }).click()
    await expect(page.getByRole('button', { name: /^Revoke/ })).toHaveCount(1)
    await page.goto(`/admin/users/${user.id}`)
    await page.getByRole('button', { name: 'Revoke Loaders' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('1 build')).toBeVisible()
    await dialog.getByLabel('Reason').fill('Found on a forum')
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click()
    await expect(page.getByText('1 build withdrawn')).toBeVisible()

    const theirs = await browser.newContext({ baseURL: shop.url })
    await theirs.addCookies(sessionCookies(shop.url, token))
    const dashboard = await theirs.newPage()
    await dashboard.goto('/dashboard?t=loader')
    const said = dashboard.getByText('This loader was revoked.')
    await expect(said).toBeVisible()

    await page.goto('/admin/loader/revocations')
    const revocation = page.getByRole('row').filter({ hasText: user.username })
    await expect(revocation).toContainText(admin.username)
    await revocation.getByRole('button', { name: /^Undo/ }).click()
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByText('Revocation undone')).toBeVisible()
    await dashboard.reload()
    await expect(dashboard.getByRole('heading', { name: 'Your loader is ready' })).toBeVisible()
    await expect(said).toHaveCount(0)
    await theirs.close()
  })
})

test('the current tab is scrolled into view on a phone, even if it is the last one', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize(phone)
  await signIn({ admin: true })
  await page.goto('/admin/loader/evidence')
  const tab = page.getByRole('link', { name: 'Evidence', exact: true })
  await page.evaluate(() => document.fonts.ready)
  // The tab's lower border overlaps the bar's border, so the bar clips it.
  await expect(tab).toBeInViewport({ ratio: 0.95 })
})
