import { randomBytes } from 'node:crypto'
import { expect, expectAccessible, test } from './test.ts'

test.describe('desktop', () => {
  test('a file and the id of a build are traced', async ({ page, signIn }) => {
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
    await page.getByLabel('SHA-256 or build id').fill('abc')
    await page.getByRole('button', { name: 'Look Up' }).click()
    await expect(page.getByText('Enter a SHA-256 of 64 digits')).toBeVisible()
    await expectAccessible(page)
  })
})
