import type { Page } from '@playwright/test'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { control } from './sandbox.ts'
import { expect, expectAccessible, test } from './test.ts'

const newAccount = () => `mara.${Math.random().toString(36).slice(2, 10)}`

/** Opens Discord's page from the profile and authorises there with a new account. */
async function linkAs(page: Page, username: string) {
  await page.getByRole('button', { name: 'Link Discord' }).click()
  await page.getByLabel('Or somebody new, called').fill(username)
  await page.getByRole('button', { name: 'Authorize' }).click()
}

test.describe('desktop', () => {
  test('a Discord account is linked and unlinked', async ({ page, signIn }) => {
    await signIn()
    await page.goto('/dashboard')
    const username = newAccount()
    await linkAs(page, username)
    await expect(page.getByText('Discord account successfully linked!')).toBeVisible()
    await expect(page).toHaveURL('/dashboard?t=profile')
    await expect(page.getByText(`Linked as ${username}`)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Unlink' }).click()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
    await expect(page.getByText('Discord account unlinked successfully')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Link Discord' })).toBeVisible()
  })

  test('a Discord callback without a code shows an error, then redirects to the dashboard', async ({
    page,
    signIn,
  }) => {
    await signIn()
    await page.clock.install()
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Link Discord' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('alert')).toHaveText(sentence('canceled'))
    await page.clock.fastForward(3000)
    await expect(page).toHaveURL('/dashboard')
    // The page leaves after three seconds.
    await page.goto('/discord', { waitUntil: 'commit' })
    await expect(page.getByRole('alert')).toHaveText('No authentication code received')
  })
})

test('a code with the state of another session links nothing', async ({
  page,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/400 .*\/api\/discord/)
  await signIn()
  await page.goto('/discord?code=abc&state=forged')
  await expect(page.getByRole('alert')).toContainText(
    'Failed to link Discord account. Please try again.',
  )
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(page.getByRole('button', { name: 'Link Discord' })).toBeVisible()
})

test('a Discord account that another customer has linked is rejected with the reason', async ({
  page,
  shop,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/409 .*\/api\/discord/)
  const username = newAccount()
  await control(shop, 'discord/accounts', { username })
  for (const owner of ['first', 'second']) {
    await signIn()
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Link Discord' }).click()
    await page.getByText(username).click()
    await page.getByRole('button', { name: 'Authorize' }).click()
    await expect(
      page.getByText(
        owner === 'first' ? 'Discord account successfully linked!' : sentence('linked_to_another'),
      ),
    ).toBeVisible()
  }
})
