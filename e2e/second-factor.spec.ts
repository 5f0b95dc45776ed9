import { codeOf } from '#server/platform/sessions/testing/factor.ts'
import { createUser, logIn } from './customer.ts'
import { endSession } from './end-session.ts'
import { expect, expectAccessible, onAPhone, test } from './test.ts'

onAPhone(() => {
  test('a customer turns on the second factor, signs in with it and loses it', async ({
    page,
    shop,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/40[03] .*login/)
    const user = await createUser(shop.db)
    await page.goto('/login?origin=/dashboard%3Ft=profile')
    await logIn(page, user)
    await page.getByRole('button', { name: 'Turn On' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your password', { exact: true }).fill(user.password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible()
    const secret = (await dialog.locator('code').textContent())!.replaceAll(' ', '')
    const used = codeOf(secret)
    await dialog.getByRole('textbox', { name: 'Code' }).fill(used)
    await dialog.getByRole('button', { name: 'Turn On' }).click()
    const kept = page.getByRole('dialog', { name: 'Save your recovery codes' })
    await expect(kept.getByRole('listitem')).toHaveCount(10)
    const codes = await kept.getByRole('listitem').allTextContents()
    const download = page.waitForEvent('download')
    await kept.getByRole('link', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
    await expectAccessible(page)
    await kept.getByRole('button', { name: 'I Have Saved Them' }).click()
    await expect(page.getByText('10 recovery codes are left.')).toBeVisible()

    await endSession(page)
    await page.goto('/login?origin=/dashboard%3Ft=profile')
    await logIn(page, user)
    const code = page.getByLabel('Code')
    await expect(code).toBeFocused()
    // The code that activated the factor cannot be used again.
    await code.fill(used)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('This code is wrong')).toBeVisible()
    await expectAccessible(page)
    await code.fill(codeOf(secret, 1))
    await code.press('Enter')
    await expect(page.getByText('10 recovery codes are left.')).toBeVisible()

    await endSession(page)
    await page.goto('/login?origin=/dashboard%3Ft=profile')
    await logIn(page, user)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(codes[4]!)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('9 recovery codes are left.')).toBeVisible()
  })
})
