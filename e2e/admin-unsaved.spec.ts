import type { Page } from '@playwright/test'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { logIn, logInAsAdmin } from './customer.ts'
import { expect, expectAccessible, test } from './test.ts'

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard your changes?' })
async function answer(page: Page, name: 'Keep Editing' | 'Discard Changes') {
  await question(page).getByRole('button', { name }).click()
  // A key press before the dialog is gone would go to the dialog.
  await expect(question(page)).toHaveCount(0)
}
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Back-office' }).getByRole('link', { name }).first()

test.describe('desktop', () => {
  test('Back asks before it leaves a section of a product with unsaved changes', async ({
    page,
    signIn,
  }) => {
    await signIn({ admin: true })
    await page.goto('/admin/products')
    await page
      .getByRole('link', { name: /^Edit / })
      .first()
      .click()
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Something else')
    await page.goBack()
    await expect(question(page)).toBeVisible()
    await expectAccessible(page)
    await answer(page, 'Keep Editing')
    await expect(name).toHaveValue('Something else')
    await page.getByRole('link', { name: 'Devices' }).click()
    await answer(page, 'Discard Changes')
    await expect(page).toHaveURL(/\/devices$/)
  })

  test('the confirmation restores the focus, and discarding returns it to the button of the form', async ({
    page,
    signIn,
  }) => {
    await signIn({ admin: true })
    await page.goto('/admin/status')
    const add = page.getByRole('button', { name: 'Add Module' }).first()
    await add.click()
    const dialog = page.getByRole('dialog', { name: 'Add Module' })
    const version = dialog.getByLabel('Version')
    await version.fill('1.2')
    await page.keyboard.press('Escape')
    await answer(page, 'Keep Editing')
    await expect(version).toBeFocused()
    await page.keyboard.press('Escape')
    await answer(page, 'Discard Changes')
    await expect(dialog).toBeHidden()
    await expect(add).toBeFocused()

    await tab(page, 'Settings').click()
    const uses = page.getByLabel('Uses of a referral code')
    await uses.fill('3')
    await expect(page.getByText('You have unsaved changes.')).toBeVisible()
    await page.goBack()
    await answer(page, 'Keep Editing')
    await expect(uses).toBeFocused()
    await uses.press('Tab')
    await tab(page, 'Users').click()
    await answer(page, 'Discard Changes')
    await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
    // As after any navigation, a screen reader reads from the new page.
    await expect(page.locator('#main')).toBeFocused()
  })

  test('a reload or closing the window asks before it discards unsaved changes', async ({
    page,
    shop,
    signIn,
  }) => {
    await signIn({ admin: true })
    const { user } = await signInAs(shop.db)
    await page.goto(`/admin/users/${user.id}/edit`)
    const asked: string[] = []
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type())
      await dialog.dismiss()
    })
    await page.getByLabel('Username').fill(`${user.username}x`)
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => asked).toEqual(['beforeunload'])
    await expect(page.getByLabel('Username')).toHaveValue(`${user.username}x`)
    // Saving leaves the page without a confirmation.
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('User updated successfully')).toBeVisible()
    await expect(question(page)).toHaveCount(0)
  })
})

/** Every dialog with input fields, and the button that opens it. */
const dialogs = [
  { page: '/admin/users', opener: 'Add User', field: 'Username' },
  { page: '/admin/users/{uid}', opener: 'Record Infraction', field: 'What happened' },
  { page: '/admin/users/{uid}', opener: 'Reset HWID', field: 'Reason (optional)' },
  { page: '/admin/emails/suppressions', opener: 'Add Address', field: 'Email' },
  { page: '/admin/loader', opener: 'Upload Release', field: 'Notes' },
  { page: '/admin/status', opener: 'Add Module', field: 'Version' },
  { page: '/admin/status', opener: 'Create API Key', field: 'Name' },
  { page: '/admin/codes', opener: 'Add Code', field: 'Code' },
  { page: '/admin/codes', opener: 'Generate Codes', field: 'Prefix (optional)' },
] as const

test('every dialog asks before it discards typed text, and not if nothing is typed', {
  tag: '@exhaustive',
}, async ({ page, shop, signIn }) => {
  test.slow()
  await signIn({ admin: true })
  const { user } = await signInAs(shop.db)
  for (const { page: path, opener, field } of dialogs) {
    const address = path.replace('{uid}', String(user.id))
    if (new URL(page.url(), 'http://shop').pathname !== address) await page.goto(address)
    const button = page.getByRole('button', { name: opener }).first()
    const dialog = page.getByRole('dialog')
    const typed = dialog.getByRole('textbox', { name: field, exact: true })
    await test.step(`${opener}: ${field}`, async () => {
      await button.click()
      await expect(typed).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await button.click()
      await typed.fill('HALF')
      await page.keyboard.press('Escape')
      await answer(page, 'Keep Editing')
      await expect(typed).toHaveValue('HALF')
      await dialog.getByRole('button', { name: 'Close' }).click()
      await answer(page, 'Keep Editing')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await answer(page, 'Discard Changes')
      await expect(dialog).toHaveCount(0)
    })
  }
})

test('every page with a form asks before a link discards typed text', {
  tag: '@exhaustive',
}, async ({ page, shop, signIn }) => {
  await signIn({ admin: true })
  const { user } = await signInAs(shop.db)
  const forms = [
    [`/admin/users/${user.id}/edit`, 'Username'],
    ['/admin/products/add', 'Name'],
    ['/admin/blogs/new', 'Title'],
    ['/admin/settings/appearance', 'Shop name'],
    ['/admin/settings/texts/promotion', 'Headline'],
  ] as const
  for (const [path, field] of forms) {
    await test.step(path, async () => {
      await page.goto(path)
      await page.getByRole('textbox', { name: field }).first().fill('Half')
      await tab(page, 'Dashboard').click()
      await answer(page, 'Discard Changes')
      await expect(page).toHaveURL(/\/admin$/)
    })
  }
})

test('a dialog that closed because the session ended reopens after the sign-in', async ({
  page,
  shop,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/401 /)
  const user = await logInAsAdmin(page, shop.db, '/admin/status')
  await page.getByRole('button', { name: 'Add Module' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Module' })
  await dialog.getByLabel('Name').fill('half-a-module')
  await dialog.getByLabel('Version').fill('1.0.0')
  await shop.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
  await dialog.getByRole('button', { name: 'Add Module' }).click()
  await expect(page).toHaveURL(/\/login\?origin=%2Fadmin%2Fstatus/)
  await page.reload()
  await logIn(page, user)
  await expect(dialog.getByLabel('Name')).toHaveValue('half-a-module')
})
