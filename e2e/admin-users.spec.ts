import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { addUser, logIn, logInAsAdmin } from './customer.ts'
import { endSession } from './end-session.ts'
import { hold } from './hold.ts'
import { open } from './scene.ts'
import { atBothWidths, expect, expectAccessible, expectToFit, test } from './test.ts'

async function search(page: Page, text: string) {
  const box = page.getByLabel('Search users')
  await box.fill(text)
  await box.press('Enter')
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

atBothWidths(() => {
  test('an administrator finds, edits and deletes a user', async ({ page, shop, signIn }) => {
    const user = await addUser(shop.db)
    await signIn({ admin: true })
    await page.goto('/admin/users')
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
    await search(page, user.username.slice(2))
    await expect(page).toHaveURL(/search=/)
    await expect(page.getByText('1–1 of 1 user')).toBeVisible()
    await expect(row(page, user.username)).toContainText(user.email)
    await expect(row(page, user.username)).toContainText('Active')

    await page.getByRole('link', { name: `Edit ${user.username}` }).click()
    await expect(page.getByRole('heading', { name: 'Edit User' })).toBeVisible()
    await page.getByLabel('Username').fill('')
    await page.getByLabel('Email').fill('nothing of the kind')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Username is required')).toBeVisible()
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect(page.getByLabel('Username')).toHaveValue(user.username)
    await expect(page.getByLabel('Email')).toHaveValue(user.email)
    await page.getByLabel('Role').selectOption('Support')
    await page.getByLabel('Status').selectOption('Banned')
    await expect(page.getByText('Signs them out and removes their Discord roles')).toBeVisible()
    await page.getByLabel('Reason (optional)').fill('Shared the loader')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('User updated successfully')).toBeVisible()
    await expect(page.getByRole('heading', { name: user.username })).toBeVisible()
    await expect(page.getByText('Banned', { exact: true })).toBeVisible()
    await expect(page.getByText('reason: Shared the loader')).toBeVisible()
    const saved = shop.db.selectFrom('users').select(['support', 'banned', 'deleted_at'])
    const read = () => saved.where('id', '=', user.id).executeTakeFirstOrThrow()
    expect(await read()).toMatchObject({ support: true, banned: true })

    await page.goto(`/admin/users?search=${user.username}`)
    await page.getByRole('button', { name: `Delete ${user.username}` }).click()
    const asking = dialog(page, 'Delete User')
    await expect(asking).toContainText('Are you sure you want to delete this user?')
    await asking.getByRole('button', { name: 'Cancel' }).click()
    await expect(asking).toBeHidden()
    expect((await read()).deleted_at).toBeNull()
    await page.getByRole('button', { name: `Delete ${user.username}` }).click()
    await expect(asking).toContainText('Nothing of this user is active')
    await asking.getByLabel('Reason').fill('Asked to be deleted')
    await asking.getByRole('button', { name: 'Okay' }).click()
    await expect(page.getByText(`User with ID ${user.id} deleted successfully`)).toBeVisible()
    await expect(page.getByText('No users found')).toBeVisible()
    expect((await read()).deleted_at).not.toBeNull()
  })

  test('long usernames and addresses stay within the page', async ({ page, shop, signIn }) => {
    const word = randomBytes(5).toString('hex')
    const long = await addUser(shop.db, {
      username: `W${word}`.padEnd(32, 'W'),
      email: `${word.padEnd(64, 'w')}@${'w'.repeat(60)}.example.com`,
    })
    await shop.db
      .insertInto('infractions')
      .values({ user_id: long.id, type: 'x'.repeat(40), reason: 'y'.repeat(300) })
      .execute()
    await signIn({ admin: true })
    const paths = [`/admin/users?search=${word}`, `/admin/users/${long.id}`]
    for (const path of [...paths, `/admin/users/${long.id}/edit`, '/admin']) {
      await open(path)(page)
      if (path === '/admin') await page.getByRole('figure').last().waitFor()
      await expectToFit(page)
    }
  })
})

test.describe('desktop', () => {
  test('an administrator invites a user, who sets a password and signs in', async ({
    page,
    shop,
    signIn,
  }) => {
    await signIn({ admin: true })
    const username = `inv${randomBytes(4).toString('hex')}`
    const email = `${username}@example.com`
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Add User' }).click()
    const adding = dialog(page, 'Add User')
    await adding.getByRole('button', { name: 'Send Invitation' }).click()
    await expect(adding.getByText('Username must be 3 to 32 characters long')).toBeVisible()
    await adding.getByLabel('Username').fill(username)
    await adding.getByLabel('Email').fill(email)
    await adding.getByLabel('Role').selectOption('Support')
    await adding.getByRole('button', { name: 'Send Invitation' }).click()
    await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible()
    await expect(page.getByRole('heading', { name: username })).toBeVisible()
    await expect(page.getByText('Not verified yet')).toBeVisible()

    const link = await mailedLink(shop, email)
    await endSession(page)
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Set Your Password' })).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('New password').fill('Nightfall7')
    await page.getByLabel('Confirm password').fill('Nightfall7')
    await page.getByRole('button', { name: 'Set Password' }).click()
    await expect(page).toHaveURL(/\/login/)
    const made = await shop.db
      .selectFrom('users')
      .select(['support', 'verified_at', 'password_hash'])
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    expect(made).toMatchObject({ support: true })
    expect([made.verified_at, made.password_hash]).not.toContain(null)
  })
})

test('a click anywhere on a row opens its page, and Back returns to the same list', async ({
  page,
  shop,
  signIn,
}) => {
  const user = await addUser(shop.db)
  await signIn({ admin: true })
  await page.goto(`/admin/users?search=${user.username}&limit=25&page=-3`)
  await expect(page).not.toHaveURL(/page=/)
  await page.getByRole('cell', { name: user.email }).click({ force: true })
  await expect(page.getByRole('heading', { name: user.username })).toBeVisible()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`users\\?search=${user.username}&limit=25`))
  await page.goto('/admin/products?search=Tonnage')
  await page
    .getByRole('row', { name: /Tonnage/ })
    .getByText('Active')
    .click({ force: true })
  await expect(page.getByRole('heading', { name: 'Tonnage', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Products', exact: true }).last().click()
  await expect(page).toHaveURL(/search=Tonnage/)
})

test('a click on a row opens its page, even if a search starts at the same moment', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn({ admin: true })
  const user = await addUser(shop.db)
  await page.clock.install()
  await page.goto(`/admin/users?search=${user.username}`)
  const opening = await hold(page, `**/api/admin/users/${user.id}`)
  await page.getByLabel('Search users').fill(user.username.slice(0, -1))
  await row(page, user.username).getByRole('link', { name: user.username, exact: true }).click()
  // The search's debounce delay passes before the user's page has loaded.
  await page.clock.fastForward(1000)
  opening.letGo()
  await expect(page).toHaveURL(`/admin/users/${user.id}`)
  await expect(page.getByRole('heading', { name: user.username, level: 1 })).toBeVisible()
})

test('the URL contains the page, the page size and the search', async ({ page, shop, signIn }) => {
  const word = randomBytes(4).toString('hex')
  await shop.db
    .insertInto('users')
    .values(
      Array.from({ length: 12 }, (_, n) => ({
        username: `${word}.${n}`,
        email: `${word}.${n}@example.com`,
      })),
    )
    .execute()
  await signIn({ support: true })
  await page.goto(`/admin/users?search=${word}`)
  await expect(page.getByText('1–10 of 12 users')).toBeVisible()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page.getByText('11–12 of 12 users')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('1–10 of 12 users')).toBeVisible()
  await page.getByLabel('Rows per page').selectOption('25 per page')
  await expect(page.getByText('1–12 of 12 users')).toBeVisible()
  await page.reload()
  await expect(page.getByText('1–12 of 12 users')).toBeVisible()
  await page.getByRole('button', { name: 'Joined' }).click()
  await expect(page).toHaveURL(/sort=joined/)
  await expect(page.getByRole('columnheader', { name: 'Joined' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await page.getByLabel('Role').selectOption('Support and admins')
  await expect(page.getByText('No users found')).toBeVisible()
  await expect(page).toHaveURL(/role=staff/)
})

test('a failed request shows an error and keeps the typed fields', async ({
  page,
  shop,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/status of (409|500|401)/)
  const [user, other] = [await addUser(shop.db), await addUser(shop.db)]
  const admin = await logInAsAdmin(page, shop.db, `/admin/users/${user.id}/edit`)
  await expect(page.getByLabel('Email')).toHaveValue(user.email)
  await page.getByLabel('Username').fill(other.username)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Failed to update user')).toBeVisible()
  await expect(page.getByText(sentence('username_taken'))).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue(other.username)

  await page.getByLabel('Username').fill(`${user.username}x`)
  await shop.db.deleteFrom('sessions').where('user_id', '=', admin.id).execute()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL(/\/login\?origin=/)
  await logIn(page, admin)
  await expect(page.getByLabel('Email')).toHaveValue(user.email)
  await expect(page.getByLabel('Username')).toHaveValue(`${user.username}x`)

  await page.route('**/hwid', (route) => route.fulfill({ status: 500 }))
  await page.goto(`/admin/users/${user.id}`)
  await page.getByRole('button', { name: 'Reset HWID' }).click()
  const asking = dialog(page, 'Reset HWID?')
  await asking.getByRole('button', { name: 'Reset HWID' }).click()
  await expect(asking.getByRole('alert')).toContainText('Failed to reset HWID')
})

test('an administrator enters the password to change their own address', async ({
  page,
  shop,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/status of 400/)
  const admin = await logInAsAdmin(page, shop.db, '/admin/users')
  await page.goto(`/admin/users/${admin.id}/edit`)
  const email = page.getByLabel('Email')
  await expect(email).toHaveValue(admin.email)
  const password = page.getByLabel('Your current password')
  await expect(password).toHaveCount(0)
  await email.fill(`new-${admin.email}`)
  const save = page.getByRole('button', { name: 'Save Changes' })
  await save.click()
  await expect(page.getByText(sentence('own_password_needed'))).toBeVisible()
  await expect(password).toBeFocused()
  await password.fill('not the one')
  await save.click()
  await expect(page.getByText(sentence('wrong_password'))).toBeVisible()
  await expect(email).toHaveValue(`new-${admin.email}`)
  await expectAccessible(page)
  await password.fill(admin.password)
  await save.click()
  await expect(page.getByText('User updated successfully')).toBeVisible()
  await expect(page.getByRole('main').getByText(`new-${admin.email}`).first()).toBeVisible()
})

/** The link in the mail to an address, once the mail has arrived. */
async function mailedLink(shop: { sandboxUrl: string }, address: string): Promise<string> {
  let text = ''
  await expect
    .poll(
      async () => {
        const url = `${shop.sandboxUrl}/control/mail?to=${encodeURIComponent(address)}`
        const { messages } = (await (await fetch(url)).json()) as { messages: { text: string }[] }
        text = messages[0]?.text ?? ''
        return text
      },
      { intervals: [100] },
    )
    .toContain('/reset-password?')
  return /(\S+\/reset-password\?\S+)/.exec(text)![1]!
}
