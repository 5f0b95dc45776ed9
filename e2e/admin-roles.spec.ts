import { addUser } from './customer.ts'
import { expect, test } from './test.ts'

test('staff whose role changed are redirected at their next request', async ({
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
  await page.clock.install()
  await page.goto('/admin/users')
  await expect(products.first()).toBeAttached()
  await become({ admin: false, support: true })
  await products.first().click()
  // The toast disappears after seconds, and its target may take longer to render.
  const told = page.getByText('Your role has changed.')
  await expect(told).toBeVisible()
  await expect(page).toHaveURL(/\/admin$/)
  await expect(products).toHaveCount(0)
  await page.clock.fastForward(3000)
  await expect(told).toHaveCount(0)
  await become({ admin: false, support: false })
  // A background request may detect the change first and remove the link.
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/admin/users"]')?.click())
  await expect(told).toBeVisible()
  // The user is signed in already, so the sign-in page redirects.
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a form that the user may no longer save redirects', async ({
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

test('a customer who opens the back-office is sent to the sign-in page', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/admin/users')
  await expect(page).toHaveURL(/\/login\?origin=%2Fadmin%2Fusers/)
  await expect(page.getByLabel('Username')).toBeVisible()
  await expect(page.getByText('Your role has changed.')).toHaveCount(0)
})
