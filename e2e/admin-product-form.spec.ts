import { sentence } from '#server/kernel/testing/sentence.ts'
import { expect, expectAccessible, test } from './test.ts'

test.describe('desktop', () => {
  test('the description is written with a toolbar and a live preview', async ({ page, signIn }) => {
    await signIn({ admin: true })
    await page.goto('/admin/products/add')
    const text = page.getByLabel('Description')
    await text.fill('loud')
    await text.selectText()
    await page.getByRole('button', { name: 'Bold' }).click()
    await expect(text).toHaveValue('**loud**')
    await text.press('Control+End')
    await text.pressSequentially(' words')
    const preview = page.getByRole('region', { name: 'Preview' })
    const narrow = page.getByText('Preview', { exact: true })
    if (await narrow.isVisible()) await narrow.click()
    await expect(preview.locator('strong')).toHaveText('loud')
    await expect(preview).toHaveText('loud words')
    await expectAccessible(page)
  })

  test('unsupported images and empty fields show errors', async ({ page, signIn }) => {
    await signIn({ admin: true })
    await page.goto('/admin/products/add')
    await page.getByRole('button', { name: 'Add Product' }).click()
    await expect(page.getByText('Enter a name')).toBeVisible()
    await expect(page.getByLabel('Name')).toBeFocused()
    await expect(page.getByText('PNG, JPG up to 5MB')).toBeVisible()
    const image = page.getByLabel('Image upload')
    const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('text') }
    await image.setInputFiles(file)
    await expect(page.getByText('Please upload an image file')).toBeVisible()
    const gif = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('GIF89a') }
    await image.setInputFiles(gif)
    await expect(page.getByText('PNG, JPG, WebP and AVIF are supported')).toBeVisible()
    const buffer = Buffer.alloc(5 * 1024 * 1024 + 1)
    await image.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
    await expect(page.getByText(sentence('image_too_large'))).toBeVisible()
    await page.getByLabel('Name').fill('Something')
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect(page.getByLabel('Name')).toHaveValue('')
  })

  test('an uploaded image clears the error of the missing one', async ({ page, signIn }) => {
    await signIn({ admin: true })
    await page.goto('/admin/products/add')
    await page.getByRole('button', { name: 'Add Product' }).click()
    const missing = page.getByText('Enter the URL of an image, or upload one')
    await expect(missing).toBeVisible()
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const buffer = Buffer.from(pixel, 'base64')
    await page
      .getByLabel('Image upload')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
    await expect(page.getByText('Not used, because you uploaded an image.')).toBeVisible()
    await expect(missing).toHaveCount(0)
  })
})
