import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Database } from '#server/kernel/database.ts'
import { createAccount, logIn } from './customer.ts'
import { atBothWidths, expect, expectAccessible, test } from './test.ts'

/** Somebody whom no other test knows. */
async function addUser(db: Database, columns: object = {}) {
  const username = `u${randomBytes(5).toString('hex')}`
  return db
    .insertInto('users')
    .values({ username, email: `${username}@example.com`, verified_at: new Date(), ...columns })
    .returning(['id', 'username', 'email'])
    .executeTakeFirstOrThrow()
}

async function search(page: Page, text: string) {
  const box = page.getByLabel('Search users')
  await box.fill(text)
  await box.press('Enter')
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

atBothWidths(() => {
  test('an admin finds a user, edits them, and deletes them', async ({ page, shop, signIn }) => {
    const user = await addUser(shop.db)
    await signIn({ admin: true })
    await page.goto('/admin/users')
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
    await expectAccessible(page)
    await search(page, user.username.slice(2))
    await expect(page).toHaveURL(/search=/)
    await expect(page.getByText('1–1 of 1 user')).toBeVisible()
    await expect(row(page, user.username)).toContainText(user.email)
    await expect(row(page, user.username)).toContainText('Active')

    await page.getByRole('link', { name: `Edit ${user.username}` }).click()
    await expect(page.getByRole('heading', { name: 'Edit User' })).toBeVisible()
    await expectAccessible(page)
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
    await expect(page.getByText('Signs them out and ends card renewals')).toBeVisible()
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
    await expectAccessible(page)
    await asking.getByRole('button', { name: 'Cancel' }).click()
    await expect(asking).toBeHidden()
    expect((await read()).deleted_at).toBeNull()
    await page.getByRole('button', { name: `Delete ${user.username}` }).click()
    await asking.getByRole('button', { name: 'Okay' }).click()
    await expect(page.getByText(`User with ID ${user.id} deleted successfully`)).toBeVisible()
    await expect(page.getByText('No users found')).toBeVisible()
    expect((await read()).deleted_at).not.toBeNull()
    await expectAccessible(page)
  })

  test('an admin invites somebody, who sets a password and comes in', async ({
    page,
    shop,
    signIn,
    context,
  }) => {
    await signIn({ admin: true })
    const username = `inv${randomBytes(4).toString('hex')}`
    const email = `${username}@example.com`
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Add User' }).click()
    const adding = dialog(page, 'Add User')
    await expectAccessible(page)
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
    await context.clearCookies()
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

  test('the page of a user shows what there is, and gives and takes', async ({
    page,
    shop,
    signIn,
  }) => {
    const admin = await signIn({ admin: true })
    const user = await addUser(shop.db)
    await shop.db
      .insertInto('infractions')
      .values({ user_id: user.id, type: 'sharing', reason: 'Two machines', details: '{"n":"2"}' })
      .execute()
    const discord_id = `8${randomBytes(6).readUIntBE(0, 6)}`
    await shop.db
      .insertInto('discord_links')
      .values({ user_id: user.id, discord_id, username: 'mara' })
      .execute()
    await shop.db
      .insertInto('discord_roles')
      .values({
        user_id: user.id,
        discord_id,
        role_id: '4711',
        state: 'forbidden',
        detail: 'Discord says: Missing Permissions (50013)',
      })
      .execute()
    await page.goto(`/admin/users/${user.id}`)
    await expect(page.getByText('Missing Permissions')).toBeVisible()
    await expect(page.getByText(`Discord ${discord_id}`)).toBeVisible()
    await expect(page.getByText('{ n: 2 }', { exact: false })).toHaveText(/\{\s+n: 2\s+\}/)
    await expect(page.getByText('No orders yet.')).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Add Subscription' }).click()
    const adding = dialog(page, 'Add Subscription')
    await adding.getByRole('button', { name: 'Subscribe to Counter-Strike 2' }).click()
    await expect(adding.getByText('Please select a subscription length')).toBeVisible()
    await expectAccessible(page)
    await adding.getByLabel('Length of Counter-Strike 2').selectOption('3 Months')
    await adding.getByRole('button', { name: 'Subscribe to Counter-Strike 2' }).click()
    await expect(page.getByText('Successfully subscribed to Counter-Strike 2')).toBeVisible()
    const run = page.getByRole('listitem').filter({ hasText: 'Subscribed on' })
    await expect(run).toContainText('Ends on')
    await page.getByRole('button', { name: 'Add Subscription' }).click()
    await expect(adding.getByRole('button', { name: /^Subscribe to/ }).first()).toBeVisible()
    await expect(adding.getByText('Counter-Strike 2')).toHaveCount(0)
    await page.keyboard.press('Escape')

    await run.getByRole('button', { name: /^Revoke/ }).click()
    await dialog(page, 'Revoke subscription?').getByRole('button', { name: 'Revoke' }).click()
    await expect(page.getByText('Successfully revoked subscription.')).toBeVisible()
    await expect(run).toContainText('Expired')

    await page.getByRole('button', { name: 'Reset Infraction Count' }).click()
    const asking = dialog(page, 'Reset infraction count?')
    await expect(asking).toContainText('from 1 to 0')
    await asking.getByRole('button', { name: 'Reset Infraction Count' }).click()
    await expect(page.getByText('Infractions reset successfully')).toBeVisible()
    await expect(
      page.getByRole('button', { name: 'Reset Infraction Count', exact: true }),
    ).toHaveCount(0)
    await page.getByRole('button', { name: 'Reset HWID' }).click()
    await dialog(page, 'Reset HWID?').getByRole('button', { name: 'Reset HWID' }).click()
    await expect(page.getByText('HWID reset successfully')).toBeVisible()

    // All of it is in their log, and the search looks through that.
    const log = page.getByRole('table', { name: 'Log entries' })
    await expect(log).toContainText('HWID reset')
    await page.getByLabel('Search this user’s log').fill('revoked')
    await expect(log.getByRole('row').filter({ hasText: 'Subscription' })).toHaveCount(1)
    // A toast may lie above it.
    await log.getByRole('button').press('Enter')
    await expect(dialog(page, 'Log Details')).toContainText(admin.username)
    await expectAccessible(page)
  })

  test('nothing is wider than the screen, whatever people are called', async ({
    page,
    shop,
    signIn,
  }) => {
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
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      if (path === '/admin') await page.getByRole('figure').last().waitFor()
      const beyond = () =>
        page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
      expect([path, await beyond()]).toEqual([path, 0])
    }
  })

  test('support looks and resets a machine, and is offered no more', async ({
    page,
    shop,
    signIn,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/status of 404/)
    const user = await addUser(shop.db)
    await shop.db
      .insertInto('infractions')
      .values({ user_id: user.id, type: 'sharing', reason: 'Two machines' })
      .execute()
    await signIn({ support: true })
    await page.goto(`/admin/users?search=${user.username}`)
    await page.getByRole('link', { name: `View ${user.username}` }).waitFor()
    await expect(page.getByRole('button', { name: /Add User|Delete/ })).toHaveCount(0)
    await expect(page.getByRole('link', { name: /^Edit/ })).toHaveCount(0)
    await page.getByRole('link', { name: `View ${user.username}` }).click()
    await expect(page.getByText('Two machines')).toBeVisible()
    await expect(
      page.getByRole('button', { name: /Reset Infraction|Add Subscription|Revoke/ }),
    ).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Edit User' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Reset HWID' }).click()
    await dialog(page, 'Reset HWID?').getByRole('button', { name: 'Reset HWID' }).click()
    await expect(page.getByText('HWID reset successfully')).toBeVisible()
    await page.goto(`/admin/users/${user.id}/edit`)
    await expect(page).toHaveURL(new RegExp(`/admin/users/${user.id}$`))
    await page.goto('/admin/users/999999999')
    await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible()
  })
})

test('the whole of a row leads to its page, and Back to the list as it was', async ({
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
  await expect(dialog(page, 'Edit Tonnage')).toBeVisible()
  await expect(page).toHaveURL(/search=Tonnage/)
})

test('what a deleted user ordered can be looked at', async ({
  page,
  shop,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/status of 404/)
  const user = await addUser(shop.db, { deleted_at: new Date() })
  const order = await shop.db
    .insertInto('orders')
    .values({ user_id: user.id, type: 'crypto', total_cents: 1999 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await signIn({ support: true })
  await page.goto(`/admin/users/${user.id}`)
  await expect(page.getByRole('heading', { name: 'Deleted user' })).toBeVisible()
  await expect(page.getByText(order.id)).toBeVisible()
})

test('pages, their size and the search stay in the address', async ({ page, shop, signIn }) => {
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
  await page.getByLabel('Rows a page').selectOption('25 a page')
  await expect(page.getByText('1–12 of 12 users')).toBeVisible()
  await page.reload()
  await expect(page.getByText('1–12 of 12 users')).toBeVisible()
  await page.getByLabel('Show').selectOption('Staff only')
  await expect(page.getByText('No users found')).toBeVisible()
  await expect(page).toHaveURL(/show=staff/)
})

test('what fails says so and keeps what was typed', async ({ page, shop, consoleErrors }) => {
  consoleErrors.expected.push(/status of (409|500|401)/)
  const [user, other] = [await addUser(shop.db), await addUser(shop.db)]
  const admin = await createAccount(shop.db)
  await shop.db.updateTable('users').set({ admin: true }).where('id', '=', admin.id).execute()
  await page.goto(`/login?origin=/admin/users/${user.id}/edit`)
  await logIn(page, admin)
  await expect(page.getByLabel('Email')).toHaveValue(user.email)
  await page.getByLabel('Username').fill(other.username)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Failed to update user')).toBeVisible()
  await expect(page.getByText('This username is already taken')).toBeVisible()
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

test('who loses a role is led away at the next call', async ({
  page,
  shop,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/status of 403/)
  const me = await signIn({ admin: true })
  const become = (roles: { admin: boolean; support: boolean }) =>
    shop.db.updateTable('users').set(roles).where('id', '=', me.id).execute()
  const products = page.getByRole('link', { name: 'Products', exact: true })
  await page.goto('/admin/users')
  await expect(products.first()).toBeAttached()
  await become({ admin: false, support: true })
  await products.first().click()
  await expect(page).toHaveURL(/\/admin$/)
  const told = page.getByText('Your role has changed.')
  await expect(told).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(products).toHaveCount(0)
  await become({ admin: false, support: false })
  await page.getByRole('link', { name: 'Users', exact: true }).first().click()
  await expect(page).toHaveURL(/\/login\?origin=/)
  await expect(told).toBeVisible()
})

test('a form that may no longer be saved leads away', async ({
  page,
  shop,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/status of 403/)
  const me = await signIn({ admin: true })
  const user = await addUser(shop.db)
  await page.goto(`/admin/users/${user.id}/edit`)
  await page.getByLabel('Username').fill(`${user.username}x`)
  await shop.db
    .updateTable('users')
    .set({ admin: false, support: true })
    .where('id', '=', me.id)
    .execute()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/users/${user.id}$`))
})

test('a customer is led away', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/admin/users')
  await expect(page).toHaveURL(/\/login\?origin=%2Fadmin%2Fusers/)
  await expect(page.getByText('Your role has changed.')).toHaveCount(0)
})

/** The link of the mail to an address, once it has arrived. */
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
