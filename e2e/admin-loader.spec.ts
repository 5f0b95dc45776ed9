import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { demoProgram } from '#demo/loader/program.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { expect, expectAccessible, test } from './test.ts'

const newVersion = () => `9.${parseInt(randomBytes(3).toString('hex'), 16)}.0`
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const current = (page: Page, version: string) =>
  row(page, version).getByText('Current', { exact: true })

async function upload(page: Page, version: string, buffer: Buffer) {
  await page.getByRole('button', { name: 'Upload Release' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Release' })
  await dialog.getByLabel('Version').fill(version)
  await dialog
    .getByRole('button', { name: 'File', exact: true })
    .setInputFiles({ name: 'loader.exe', mimeType: 'application/x-msdownload', buffer })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  return dialog
}

test.describe('desktop', () => {
  test('an administrator uploads releases, promotes one to a share of the loaders and rolls it back', async ({
    page,
    signIn,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/ERR_FAILED|409/)
    await signIn({ admin: true })
    await page.goto('/admin/loader')
    const [first, second] = [newVersion(), newVersion()]
    await upload(page, first, Buffer.concat([demoProgram(first), randomBytes(2_000_000)]))
    await expect(page.getByText(`Release ${first} uploaded`)).toBeVisible()
    await expect(row(page, first)).toContainText('1.9 MB')
    await expect(current(page, first)).toHaveCount(0)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: `Promote ${first}` }).click()
    await expect(dialog.getByText(`would be offered ${first}`)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Promote', exact: true }).click()
    await expect(page.getByText(`${first} is now offered to 100%`)).toBeVisible()
    await expect(current(page, first)).toBeVisible()

    await upload(page, second, demoProgram(second))
    await page.getByRole('button', { name: `Edit ${second}` }).click()
    await dialog.getByLabel('Notes').fill('Starts **faster**')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(row(page, second).locator('strong')).toHaveText('faster')
    await page.getByRole('button', { name: `Promote ${second}` }).click()
    await dialog.getByLabel('Offered to, in %').fill('10')
    const promote = dialog.getByRole('button', { name: 'Promote', exact: true })
    await page.route('**/promote', (route) => route.abort(), { times: 1 })
    await promote.click()
    await expect(dialog.getByRole('alert')).toContainText('cannot be reached')
    // The first click removes the previous error, so the dialog shrinks and the second click misses
    // its button.
    await promote.dblclick()
    await expect(current(page, second)).toBeVisible()
    await expect(row(page, second).getByText('10%', { exact: true })).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(current(page, first)).toHaveCount(0)

    await page.getByRole('button', { name: `Roll Back ${second}` }).click()
    await expect(dialog.getByText('would be offered').first()).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Roll Back', exact: true }).click()
    await expect(page.getByText(`${second} rolled back`)).toBeVisible()
    await expect(current(page, first)).toBeVisible()
    await expect(current(page, second)).toHaveCount(0)
  })

  test('a file that is not a program and an existing version are refused', async ({
    page,
    signIn,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/409|422/)
    await signIn({ admin: true })
    await page.goto('/admin/loader')
    const version = newVersion()
    const dialog = await upload(page, version, Buffer.from('#!/bin/sh'))
    await expect(dialog.getByText(sentence('not_a_program'))).toBeVisible()
    await expectAccessible(page)
    const buffer = Buffer.concat([Buffer.from('MZ'), randomBytes(9000)])
    const file = { name: 'a.exe', mimeType: 'application/x-msdownload', buffer }
    await dialog.getByRole('button', { name: 'File', exact: true }).setInputFiles(file)
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
    // Only the server sees that this file is no program.
    await expect(dialog.getByText(sentence('not_a_program'))).toBeVisible()
    await dialog.getByLabel('Version').fill('1.4.2')
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(dialog.getByText('Release 1.4.2 already exists')).toBeVisible()
    await expect(dialog.getByLabel('Version')).toBeFocused()
    // Discards the input here, so that no later page asks about unsaved changes.
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Keep Editing' }).click()
    await expect(dialog.getByLabel('Version')).toHaveValue('1.4.2')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard Changes' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Upload Release' })).toBeFocused()
    await expect(row(page, version)).toHaveCount(0)
    await page.getByRole('link', { name: 'Logs' }).first().click()
    await expect(page.getByRole('heading', { name: 'Logs', level: 1 })).toBeVisible()
  })

  test('an administrator sees a failed build and retries it', async ({ page, shop, signIn }) => {
    const user = await signIn({ admin: true })
    const release = await shop.db
      .selectFrom('loader_releases')
      .select('id')
      .where('product_id', 'is', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    await shop.db
      .insertInto('loader_builds')
      .values({
        user_id: user.id,
        release_id: release.id,
        status: 'failed',
        error: 'The disk is full',
      })
      .execute()
    await page.goto('/admin/loader')
    await page.getByRole('link', { name: 'Builds', exact: true }).click()
    await page.getByLabel('Search builds').fill(user.username)
    await expect(row(page, user.username)).toContainText('The disk is full')
    await expectAccessible(page)
    await page.getByRole('button', { name: `Retry ${user.username}` }).click()
    await expect(page.getByText(`Rebuilding the loader of ${user.username}`)).toBeVisible()
    await expect(row(page, user.username)).toContainText('Ready')
  })

  test('changing the status of a module keeps a version that was reported in the meantime', async ({
    page,
    shop,
    signIn,
  }) => {
    await signIn({ admin: true })
    const name = `module-${randomBytes(4).toString('hex')}`
    const module = { repo: name, version: '1.0.0', status: 'operational' as const }
    await shop.db.insertInto('modules').values(module).execute()
    await page.goto('/admin/status')
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Status').selectOption('Maintenance')
    const reported = shop.db.updateTable('modules').set({ version: '1.1.0' })
    await reported.where('repo', '=', name).execute()
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText(`${name} updated`)).toBeVisible()
    await expect(row(page, name)).toContainText('Maintenance')
    await expect(row(page, name)).toContainText('1.1.0')
  })

  test('an administrator adds, edits, moves and removes modules', async ({
    page,
    signIn,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/422 /)
    await signIn({ admin: true })
    const name = `module-${randomBytes(4).toString('hex')}`
    const onPage = async () => (await (await page.request.get('/status')).text()).includes(name)
    await page.goto('/admin/status')
    await page.getByRole('button', { name: 'Add Module' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Add Module' }).click()
    await expect(dialog.getByText('Enter a version')).toBeVisible()
    await dialog.getByLabel('Version').fill('1.0.0')
    await dialog.getByRole('button', { name: 'Add Module' }).click()
    await expect(page.getByText(`${name} added to the status page`)).toBeVisible()
    await expect.poll(onPage).toBe(true)
    await expectAccessible(page)

    await page.getByRole('button', { name: `Edit ${name}` }).click()
    await dialog.getByLabel('Status').selectOption('Maintenance')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(row(page, name)).toContainText('Maintenance')

    const names = page.getByRole('table', { name: 'Modules' }).locator('td:first-child')
    await expect(names.last()).toHaveText(name)
    await page.getByRole('button', { name: `Move ${name} up` }).click()
    await expect(names.last()).not.toHaveText(name)
    await page.getByRole('button', { name: `Remove ${name}` }).click()
    await dialog.getByRole('button', { name: 'Remove Module' }).click()
    await expect(row(page, name)).toHaveCount(0)
    await expect.poll(onPage).toBe(false)
  })

  test('a new API key is shown once, can report a status, and can be revoked', async ({
    page,
    shop,
    signIn,
  }) => {
    await signIn({ admin: true })
    const name = `key-${randomBytes(4).toString('hex')}`
    await page.goto('/admin/status')
    await page.getByRole('button', { name: 'Create API Key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Create Key' }).click()
    const key = await dialog.locator('code').textContent()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(row(page, name)).toContainText('Never')
    await expect(page.getByText(key!)).toHaveCount(0)

    const report = () =>
      fetch(`${shop.url}/api/status/by-${name}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ version: '1', status: 'operational' }),
      })
    expect((await report()).status).toBe(200)
    await page.reload()
    await expect(row(page, name).first()).toContainText('just now')
    await page.getByRole('button', { name: `Revoke ${name}` }).click()
    await dialog.getByRole('button', { name: 'Revoke Key' }).click()
    await expect(page.getByText(`${name} revoked`)).toBeVisible()
    expect((await report()).status).toBe(401)
  })
})

test('an upload can be paused, continues after a reload, and survives a lost connection', async ({
  page,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/503|ERR_FAILED/)
  await signIn({ admin: true })
  await page.goto('/admin/loader')
  const version = newVersion()
  const dialog = page.getByRole('dialog', { name: 'Upload Release' })
  const parts = '**/api/admin/loader/uploads/*-*'
  // The second of three parts waits until the progress bar has been checked.
  const sent: string[] = []
  let hold = true
  let isHeld = false
  await page.route(parts, async (route, request) => {
    if (request.method() !== 'PATCH') return route.continue()
    const offset = request.headers()['upload-offset']!
    if (offset !== '0' && hold) {
      isHeld = true
      return
    }
    sent.push(offset)
    return route.continue()
  })
  const bytes = Buffer.concat([demoProgram(version), randomBytes(20_000_000)])
  await upload(page, version, bytes)
  await expect(dialog.getByText(/^(39|4\d)% uploaded$/)).toBeVisible()
  // On a slow machine, the progress bar shows this before the first part has arrived.
  await expect.poll(() => isHeld).toBe(true)
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await expect(dialog.getByText(/Paused at 4\d%/)).toBeInViewport()
  await expect(dialog.getByRole('progressbar', { name: 'Upload' })).toBeInViewport()
  await expect(dialog.getByRole('button', { name: 'Resume' })).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Upload', exact: true })).toHaveCount(0)
  await expectAccessible(page)

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Unfinished uploads' })).toBeVisible()
  await expect(page.getByText('41% of')).toBeVisible()
  if (!(await dialog.isVisible()))
    await page.getByRole('button', { name: 'Upload Release' }).click()
  await dialog.getByLabel('Version').fill(version)
  const file = { name: 'loader.exe', mimeType: 'application/x-msdownload', buffer: bytes }
  await dialog.getByRole('button', { name: 'File', exact: true }).setInputFiles(file)
  // The next part fails with a closed connection, and then with a proxy error.
  let failures = 0
  await page.route(parts, (route, request) => {
    if (request.method() !== 'PATCH' || failures > 1) return route.fallback()
    failures += 1
    return failures === 1 ? route.abort() : route.fulfill({ status: 503, body: 'Bad gateway' })
  })
  hold = false
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog.getByText(/The connection was lost/)).toBeVisible()
  await expect(page.getByText(`Release ${version} uploaded`)).toBeVisible({ timeout: 60_000 })
  await expect(row(page, version)).toContainText('19.1 MB')
  await expect(page.getByRole('heading', { name: 'Unfinished uploads' })).toHaveCount(0)
  // No part that had arrived was sent again.
  expect(sent).toEqual(['0', String(8 * 1024 * 1024), String(16 * 1024 * 1024)])
})
