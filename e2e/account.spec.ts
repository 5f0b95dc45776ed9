import { sentence } from '#server/kernel/testing/sentence.ts'
import { createUser, logIn } from './customer.ts'
import { openMailbox } from './sandbox.ts'
import { expect, expectAccessible, expectToFit, onAPhone, phone, test } from './test.ts'

const tabs = [
  'Profile',
  'Referrals',
  'Orders',
  'Subscriptions',
  'Cards',
  'Loader',
  'Devices',
  'Support',
]

onAPhone(() => {
  test('a customer resets a forgotten password with an emailed link', async ({
    page,
    shop,
    consoleErrors,
  }) => {
    // The mail's frame blocks the tracer's own scripts.
    consoleErrors.expected.push(/Blocked script execution/)
    const user = await createUser(shop.db)
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    await expect(page.getByText('Email is required')).toBeVisible()
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Username').fill(user.username)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    await expect(page.getByText('Password reset link sent to your email')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible()

    await openMailbox(page, shop, user.email)
    await page.getByRole('link', { name: /password/ }).click()
    const letter = page.frameLocator('iframe.letter')
    const told: string[] = []
    page.on('request', (request) => {
      if (request.frame() !== page.mainFrame() || request.isNavigationRequest()) return
      told.push(`${request.url()} ${request.headers().referer ?? ''}`)
    })
    await letter.getByRole('link', { name: 'Choose a new password' }).click()
    const password = page.getByLabel('New password')
    const confirm = page.getByLabel('Confirm password')
    const reset = page.getByRole('button', { name: 'Reset Password' })
    for (const [choice, rule] of [
      ['Short1', 'Password must be at least 8 characters long'],
      ['12345678', 'Password must contain at least one uppercase letter'],
      ['UPPERCASE', 'Password must contain at least one lowercase letter'],
      ['NoNumbers', 'Password must contain at least one number'],
      ['Different1', 'Passwords do not match'],
    ] as const) {
      await password.fill(choice)
      await expect(page.getByText(/^Passwords? (must|do not)/)).toBeHidden()
      await reset.click()
      await expect(page.getByText(/^Passwords? (must|do not)/)).toHaveText([rule])
    }
    await password.fill('Daybreak8')
    await expect(page.getByText('Passwords do not match')).toBeHidden()
    await confirm.fill('Daybreak8')
    await reset.click()
    await expect(page.getByText('Password successfully reset')).toBeVisible()
    await expect(page).toHaveURL('/login')
    // The link's token is never sent in another request's address or referrer.
    expect(told.some((line) => line.includes('/api/user/reset_password'))).toBe(true)
    expect(told.filter((line) => line.includes('token='))).toEqual([])
    await logIn(page, { username: user.username, password: 'Daybreak8' })
    await expect(page).toHaveURL('/dashboard')
  })

  test('the URL selects the dashboard tab, also after Back, Forward and a reload', async ({
    page,
    signIn,
  }) => {
    await signIn()
    await page.goto('/dashboard')
    const title = page.getByRole('heading', { level: 1 })
    const menu = page.getByRole('navigation', { name: 'Dashboard' })
    await expect(title).toHaveText('Profile')
    await expect(menu.getByRole('link')).toHaveText(tabs)
    for (const tab of tabs) {
      await menu.getByRole('link', { name: tab }).click()
      await expect(title).toHaveText(tab)
      await expect(page).toHaveURL(`/dashboard?t=${tab.toLowerCase()}`)
    }
    await page.goBack()
    await expect(title).toHaveText('Devices')
    await page.reload()
    await expect(title).toHaveText('Devices')
    await page.goForward()
    await expect(title).toHaveText('Support')
    await expect(menu.getByRole('link', { name: 'Support' })).toBeInViewport()
  })
})

test.describe('desktop', () => {
  test('a used reset link, or one without a token, says what to do', async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/400 .*reset_password/)
    await page.goto('/reset-password')
    await expect(page.getByRole('main').getByRole('link')).toHaveText(['Back to Login'])
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
    await page.goto(`/reset-password?token=${'x'.repeat(43)}`)
    await page.getByLabel('New password').fill('Daybreak8')
    await page.getByLabel('Confirm password').fill('Daybreak8')
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await expect(page.getByText('Failed to reset password. Please try again.')).toBeVisible()
    await expect(page.getByText(sentence('spent_reset_link'))).toBeVisible()
    await page.getByRole('link', { name: 'Request a new link' }).click()
    await expect(page).toHaveURL('/forgot-password')
  })

  test('a customer changes the password on the profile tab', async ({
    page,
    shop,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/400 .*change_password/)
    const user = await createUser(shop.db)
    await page.goto('/login')
    await logIn(page, user)
    const change = page.getByRole('button', { name: 'Change Password' })
    await page.getByLabel('Current password').fill('not the one')
    await page.getByLabel('New password').fill('Daybreak8')
    await page.getByLabel('Confirm password').fill('Daybreak9')
    await change.click()
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await page.getByLabel('Confirm password').fill('Daybreak8')
    await expect(page.getByText('Passwords do not match')).toBeHidden()
    await change.click()
    await expect(page.getByText(sentence('wrong_password'))).toBeVisible()
    await page.getByLabel('Current password').fill(user.password)
    await expectAccessible(page)
    await change.click()
    await expect(page.getByText('Password changed successfully.')).toBeVisible()
    await expect(page.getByLabel('New password')).toHaveValue('')
  })
})

test('typed text survives a session that ends while a form is open', async ({
  page,
  shop,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/401 /)
  const user = await createUser(shop.db)
  const endSession = () => shop.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
  await page.goto('/login?origin=/dashboard')
  await logIn(page, user)
  await page.getByLabel('Current password').fill(user.password)
  await page.getByLabel('New password').fill('Daybreak8')
  await page.getByLabel('Confirm password').fill('Daybreak8')
  await endSession()
  await page.getByRole('button', { name: 'Change Password' }).click()
  await logIn(page, user)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Password changed successfully.')).toBeVisible()

  const renewed = { ...user, password: 'Daybreak8' }
  await page.goto('/dashboard?t=support&ticket=new')
  await page.getByLabel('Subject').fill('No sound')
  await page.getByLabel('Category').selectOption('Bug Report')
  await page.getByLabel('Description').fill('Since the update.')
  await endSession()
  await page.getByRole('button', { name: 'Create Ticket' }).click()
  await logIn(page, renewed)
  await page.getByRole('button', { name: 'Create Ticket' }).click()
  await expect(page.getByText('Support ticket created successfully')).toBeVisible()
  await expect(page.getByText('Bug Report')).toBeVisible()

  await page.getByLabel('Your reply').fill('It came back.')
  await endSession()
  await page.getByLabel('Your reply').press('Enter')
  await logIn(page, renewed)
  await expect(page.getByLabel('Your reply')).toHaveValue('It came back.')
  await page.getByLabel('Your reply').press('Enter')
  await expect(page.getByText('Message sent successfully')).toBeVisible()
})

test('a draft of one customer is not shown to the next customer in the same tab', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/dashboard?t=support&ticket=new')
  await page.getByLabel('Subject').fill('Only mine')
  await page.reload()
  await expect(page.getByLabel('Subject')).toHaveValue('Only mine')
  await signIn()
  await page.goto('/dashboard?t=support&ticket=new')
  await expect(page.getByLabel('Subject')).toHaveValue('')
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('long names without spaces stay within the page', async ({ page, shop, signIn }) => {
    const { id } = await signIn()
    const name = 'M'.repeat(32)
    const link = { user_id: id, discord_id: '80351110224678912', username: name }
    await shop.db.insertInto('discord_links').values(link).execute()
    const friend = { username: name, email: 'm@example.com', referred_by: id }
    await shop.db
      .insertInto('users')
      .values({ ...friend, verified_at: new Date() })
      .execute()
    const ticket = { user_id: id, title: name.repeat(6), content: name.repeat(40) }
    await shop.db
      .insertInto('tickets')
      .values({ ...ticket, category: 'General' })
      .execute()
    for (const tab of ['profile', 'referrals', 'support']) {
      await page.goto(`/dashboard?t=${tab}`)
      await expect(page.getByRole('main').getByText(name).first()).toBeVisible()
      await expectToFit(page)
    }
    await page.getByRole('link', { name: /MMM/ }).click()
    await expect(page.getByRole('log')).toContainText(name)
    await expectToFit(page)
  })
})

test('an email address is shown in the script of its domain', async ({ page, shop, signIn }) => {
  const admin = await signIn({ admin: true })
  const [local] = admin.email.split('@')
  const email = `${local}@xn--bcher-kva.example`
  await shop.db.updateTable('users').set({ email }).where('id', '=', admin.id).execute()
  for (const path of ['/dashboard', '/admin/users', `/admin/users/${admin.id}`]) {
    await page.goto(path)
    const shown = page.getByRole('main').getByText(`${local}@bücher.example`)
    await expect(shown.first()).toBeVisible()
  }
})
