import { sentence } from '#server/kernel/testing/sentence.ts'
import { newPerson } from './customer.ts'
import { expect, expectAccessible, test } from './test.ts'

// The settings belong to the whole shop, so only one test changes them at a time.
test.describe.configure({ mode: 'serial' })

test.afterEach(({ shop }) =>
  shop.db
    .updateTable('settings')
    .set({
      maintenance_mode: false,
      registration_disabled: false,
      registration_by_referral: false,
      referral_code_uses: 0,
      log_months: null,
      backup_at: null,
      backup_keep: 7,
      support_refund_dollars: 50,
      support_daily_refund_dollars: 200,
      support_refund_days: 14,
      dispute_opening: 'freeze',
      fraud_refund_dollars: 0,
      support_time_days: 7,
      first_crypto: 'nowpayments',
      underpaid_percent: 1,
      renewal_retry_days: [1, 3, 5, 7],
    })
    .execute(),
)

test.describe('desktop', () => {
  test('the focus stays on the button that saved the settings', async ({ page, signIn }) => {
    await signIn({ admin: true })
    await page.goto('/admin/settings/backups')
    await page.getByLabel('Backups to keep').fill('6')
    const save = page.getByRole('button', { name: 'Save Changes' })
    await save.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Settings updated successfully!')).toBeVisible()
    await expect(save).toBeDisabled()
    await expect(save).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(save).toHaveAttribute('disabled')
  })

  test('an administrator changes settings, and a reload shows the saved values', async ({
    page,
    signIn,
  }) => {
    await signIn({ admin: true })
    await page.goto('/admin/settings')
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      'Global Settings',
      'Store Settings',
      'Security',
    ])
    const save = page.getByRole('button', { name: 'Save Changes' })
    await expect(save).toBeDisabled()
    const uses = page.getByLabel('Uses of a referral code')
    const fault = page.getByText('Please enter a whole number from 0 to 100')
    for (const wrong of ['101', '-1', '1.5', 'ten', '']) {
      await uses.fill(wrong)
      await expect(fault).toBeHidden()
      await save.click()
      await expect(fault).toBeVisible()
    }
    await uses.fill('7')
    await page.getByLabel('Disable registration').check()
    const saved = page.getByText('Settings updated successfully!')
    await save.click()
    await expect(saved).toBeVisible()
    await expect(save).toBeDisabled()
    await page.reload()
    await expect(uses).toHaveValue('7')
    await expect(page.getByLabel('Disable registration')).toBeChecked()
    await uses.fill('8')
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect(uses).toHaveValue('7')
    const pages = page.getByRole('navigation', { name: 'Settings', exact: true })
    await pages.getByRole('link', { name: 'Renewals' }).click()
    await expect(page.getByRole('region', { name: 'Renewals' })).toBeVisible()
    // The stored format differs from the typed one.
    const retries = page.getByLabel('Retry schedule (days after the first failure)')
    await retries.fill('1,3,5,7')
    await save.click()
    await expect(retries).toHaveValue('1, 3, 5, 7')
    await expect(save).toBeDisabled()
    await retries.fill('3, 2')
    await save.click()
    await expect(page.getByText('up to eight days in ascending order')).toBeVisible()
    await retries.fill('2 4')
    await save.click()
    await expect(saved).toBeVisible()
    await page.reload()
    await expect(retries).toHaveValue('2, 4')
    await pages.getByRole('link', { name: 'Backups and log' }).click()
    const months = page.getByLabel('Log retention (months)')
    await expect(months).toHaveValue('')
    await months.fill('a year')
    await save.click()
    await expect(
      page.getByText('Please enter a whole number from 1 to 600, or leave this empty'),
    ).toBeVisible()
    await months.fill('12')
    await save.click()
    // The confirmation of the previous save may still be visible.
    await expect(saved).toBeVisible()
    await expect(save).toBeDisabled()
    await page.reload()
    await expect(months).toHaveValue('12')
    await months.fill('')
    await save.click()
    await expect(saved).toBeVisible()
    await page.reload()
    await expect(months).toHaveValue('')
  })

  test('a search leads to the field of a setting, and unsaved changes are asked about', async ({
    page,
    signIn,
  }) => {
    await signIn({ admin: true })
    await page.goto('/admin/settings')
    const search = page.getByRole('searchbox', { name: 'Search settings' })
    const found = page.getByRole('list', { name: 'Found settings' }).getByRole('link')
    await search.fill('stolen')
    await expect(found).toHaveText(/^Retry schedule .*Renewals$/)
    await expectAccessible(page)
    await search.press('Enter')
    await expect(page).toHaveURL(/\/admin\/settings\/renewals#renewal_retry_days$/)
    await expect(page.getByLabel('Retry schedule')).toBeFocused()
    await expect(page).toHaveTitle(/Renewals · Settings/)
    await search.fill('grace')
    await found.click()
    const grace = page.getByLabel('Grace period (days)')
    await expect(grace).toBeFocused()
    await grace.fill('5')
    await search.fill('backups to keep')
    await search.press('Enter')
    await page.getByRole('button', { name: 'Keep Editing' }).click()
    await expect(grace).toHaveValue('5')
    await search.fill('nothing of the kind')
    await expect(page.getByText('No settings found')).toBeVisible()
  })

  test('closing the store requires a confirmation, and visitors then find it closed', async ({
    page,
    shop,
    signIn,
    browser,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/503/)
    await signIn({ admin: true })
    await page.goto('/admin/settings')
    const maintenance = page.getByLabel('Maintenance mode')
    await maintenance.check()
    const save = page.getByRole('button', { name: 'Save Changes' })
    await save.click()
    const dialog = page.getByRole('dialog', { name: 'Close the store for maintenance?' })
    await expect(dialog).toContainText('Still available: sign-in')
    await dialog.getByRole('button', { name: 'Keep Open' }).click()
    await expect(dialog).toBeHidden()
    const visitor = await browser.newPage({ baseURL: shop.url })
    await visitor.goto('/store')
    await expect(visitor.getByText(sentence('maintenance'))).toBeHidden()

    await save.click()
    await dialog.getByRole('button', { name: 'Close Store' }).click()
    await expect(page.getByText('Settings updated successfully!')).toBeVisible()
    await expect(async () => {
      await visitor.goto('/store')
      await expect(visitor.getByText(sentence('maintenance'))).toBeVisible()
    }).toPass()
    await visitor.goto('/unsubscribe?token=x')
    await expect(visitor.getByText('This link is incomplete')).toBeVisible()
    for (const path of ['/verify-email', '/forgot-password', '/reset-password']) {
      await visitor.goto(path)
      await expect(visitor.getByText(sentence('maintenance'))).toBeHidden()
    }

    // Staff can see the store, and every page reminds them that visitors cannot.
    const bar = page.getByRole('complementary', { name: 'Store closed' })
    await expect(bar).toBeVisible()
    await page.goto('/store')
    await expect(page.getByRole('link', { name: 'Tonnage' })).toBeVisible()
    await expect(bar).toContainText('The store is closed')
    await expectAccessible(page)
    const { headers } = await page.evaluate(async () => {
      const response = await fetch('/store')
      return { headers: Object.fromEntries(response.headers) as Record<string, string> }
    })
    expect(headers['cache-control']).toBe('no-store')
    await visitor.goto('/store')
    await expect(visitor.getByText(sentence('maintenance'))).toBeVisible()
    await visitor.close()

    await bar.getByRole('link', { name: 'Reopen the store' }).click()
    await maintenance.uncheck()
    await save.click()
    await expect(dialog).toBeHidden()
    await expect(save).toBeDisabled()
    await expect(bar).toBeHidden()
  })
})

test('on a phone, the pages of the settings are in a list that opens', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn({ admin: true })
  await page.goto('/admin/settings')
  await page.getByText('Page: General').click()
  await page
    .getByRole('navigation', { name: 'Settings', exact: true })
    .getByRole('link', { name: 'Devices and loaders' })
    .click()
  await expect(page.getByLabel('Minimum loader version')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Crypto payments' })).toBeHidden()
  await expectAccessible(page)
})

test('support cannot open the settings', async ({ page, signIn }) => {
  await signIn({ support: true })
  await page.goto('/admin/settings')
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByRole('link', { name: 'Support Tickets' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0)
})

test('typed settings are kept if saving fails', async ({ page, shop, signIn, consoleErrors }) => {
  consoleErrors.expected.push(/500 |401 /)
  const { id } = await signIn({ admin: true })
  await page.route('**/api/admin/settings/', (route) => route.fulfill({ status: 500 }))
  await page.goto('/admin/settings')
  await expect(page.getByText('Failed to load settings').first()).toBeVisible()
  await page.unroute('**/api/admin/settings/')
  await page.getByRole('button', { name: 'Try again' }).click()
  const uses = page.getByLabel('Uses of a referral code')
  await uses.fill('12')
  await page.route('**/api/admin/settings/', (route) => route.fulfill({ status: 500 }))
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to save settings' })).toBeVisible()
  await expect(uses).toHaveValue('12')
  await page.unroute('**/api/admin/settings/')
  await shop.db.deleteFrom('sessions').where('user_id', '=', id).execute()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL(/\/login\?origin=%2Fadmin%2Fsettings/)
})

test('the sign-up page shows the current registration rules, also if it was opened earlier', async ({
  page,
  shop,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/403 /)
  const set = (part: object) => shop.db.updateTable('settings').set(part).execute()
  const served = async () => (await page.request.get('/signup')).text()
  const closed = sentence('registration_closed')
  await page.goto('/signup')
  const folded = 'I have a referral code'
  await expect(page.getByText(folded)).toBeVisible()

  await set({ registration_by_referral: true })
  await expect.poll(served).not.toContain(folded)
  const visitor = await page.context().newPage()
  await visitor.goto('/signup')
  await expect(visitor.getByLabel('Referral code', { exact: true })).toBeVisible()
  await visitor.getByRole('button', { name: 'Sign Up' }).click()
  await expect(visitor.getByText(sentence('referral_code_required'))).toBeVisible()
  await visitor.close()

  await set({ registration_by_referral: false, registration_disabled: true })
  await expect.poll(served).toContain(closed)
  const { username, email, password } = newPerson()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('checkbox', { name: /accept the terms/ }).check()
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Sign Up' }).click()
  // The message may be in a toast outside the page, because the rejected form is gone.
  await expect(main.getByText(closed)).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveCount(0)
  await page.reload()
  await expect(main.getByText(closed)).toBeVisible()

  await set({ registration_disabled: false })
  await expect.poll(served).not.toContain(closed)
})
