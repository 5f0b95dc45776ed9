import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newPicture } from '#server/kernel/testing/picture.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { expect, expectAccessible, test } from './test.ts'

const newTitle = () => `Post ${randomBytes(4).toString('hex')}`
const png = async () => ({ name: 'a.png', mimeType: 'image/png', buffer: await newPicture(640) })
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })

async function write(page: Page, title: string) {
  await page.goto('/admin/blogs')
  await page.getByRole('link', { name: 'New Post' }).click()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Content').fill('Something **happened**.')
  await page.getByLabel('Featured Image').setInputFiles(await png())
}

async function search(page: Page, title: string) {
  await page.getByLabel('Search posts').fill(title)
  await expect(page).toHaveURL(new RegExp(`search=${title.replace(' ', '.')}`))
}
const onBlog = async (page: Page, title: string) =>
  (await (await page.request.get('/blog')).text()).includes(title)

/** A moment in the format of a `datetime-local` field. */
const inHours = (page: Page, hours: number) =>
  page.evaluate((milliseconds) => {
    const date = new Date(Date.now() + milliseconds)
    const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
    return local.toISOString().slice(0, 16)
  }, hours * 3_600_000)

test.describe('desktop', () => {
  test('an administrator writes, changes and deletes a post, and the blog shows each step', async ({
    page,
    signIn,
  }) => {
    const { username } = await signIn({ admin: true })
    const title = newTitle()
    await write(page, title)
    await expect(page.getByLabel('Author')).toHaveValue(username)
    await page.getByLabel('Author').fill('Ines Okafor')
    const narrow = page.getByText('Preview', { exact: true })
    if (await narrow.isVisible()) await narrow.click()
    const preview = page.getByRole('region', { name: 'Preview' })
    await expect(preview.locator('strong')).toHaveText('happened')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save Post' }).click()
    await expect(page.getByText('Post created successfully')).toBeVisible()
    await expect.poll(() => onBlog(page, title)).toBe(true)

    await search(page, title.slice(2))
    await expect(row(page, title)).toContainText('Ines Okafor')
    await expectAccessible(page)
    await page.getByRole('link', { name: `Edit ${title}` }).click()
    await expect(page.getByLabel('Content')).toHaveValue('Something **happened**.')
    await page.getByLabel('Title').fill(`${title} again`)
    await page.getByRole('button', { name: 'Save Post' }).click()
    await expect(page.getByText('Post updated successfully')).toBeVisible()
    await expect.poll(() => onBlog(page, `${title} again`)).toBe(true)

    await search(page, title)
    await page.getByRole('button', { name: `Delete ${title} again` }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Are you sure you want to delete this post?')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Delete Post' }).click()
    await expect(page.getByText('Post deleted successfully')).toBeVisible()
    await expect(page.getByText('No blog posts found')).toBeVisible()
    await expect.poll(() => onBlog(page, title)).toBe(false)
  })

  test('a draft or scheduled post is hidden until it is published', async ({ page, signIn }) => {
    await signIn({ admin: true })
    const title = newTitle()
    await write(page, title)
    await page.getByText('Draft', { exact: true }).click()
    await page.getByRole('button', { name: 'Save Draft' }).click()
    await expect(page.getByText('Post created successfully')).toBeVisible()
    await search(page, title)
    await expect(row(page, title)).toContainText('Draft')
    expect(await onBlog(page, title)).toBe(false)

    await page.getByRole('link', { name: title, exact: true }).click()
    await page.getByText('Publish', { exact: true }).click()
    await page.getByLabel('Publication date').fill(await inHours(page, 50))
    await expect(page.getByText('Scheduled: published automatically in 2 days.')).toBeVisible()
    await page.getByRole('button', { name: 'Save Post' }).click()
    await search(page, title)
    await expect(row(page, title)).toContainText('Scheduled')
    await expect(row(page, title)).toContainText('in 2 days')
    expect(await onBlog(page, title)).toBe(false)

    await page.getByRole('link', { name: title, exact: true }).click()
    await page.getByLabel('Publication date').fill('')
    await page.getByRole('button', { name: 'Save Post' }).click()
    await expect.poll(() => onBlog(page, title)).toBe(true)
  })

  test('missing fields, an oversized image and an unknown post show errors', async ({
    page,
    signIn,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/404/)
    await signIn({ admin: true })
    await page.goto('/admin/blogs/new')
    await page.getByRole('button', { name: 'Save Post' }).click()
    await expect(page.getByText(sentence('no_featured_image')).first()).toBeVisible()
    await expect(page.getByText('Enter a title')).toBeVisible()
    await expect(page.getByText('Enter the text')).toBeVisible()
    await expect(page.getByLabel('Title')).toBeFocused()
    const image = page.getByLabel('Featured Image')
    const buffer = Buffer.alloc(5 * 1024 * 1024 + 1)
    await image.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
    await expect(page.getByText(sentence('image_too_large'))).toBeVisible()

    await page.goto('/admin/blogs/999999', { waitUntil: 'commit' })
    await expect(page.getByText(sentence('unknown_post'))).toBeVisible()
    await expect(page).toHaveURL(/\/admin\/blogs$/)
  })

  test('saving waits until the selected image has been read', async ({ page, signIn }) => {
    await signIn({ admin: true })
    const title = newTitle()
    await page.goto('/admin/blogs/new')
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Content').fill('Something happened.')
    await page.evaluate(() => {
      const read = FileReader.prototype.readAsDataURL
      FileReader.prototype.readAsDataURL = function (file) {
        Object.assign(window, { goOn: () => read.call(this, file) })
      }
    })
    await page.getByLabel('Featured Image').setInputFiles(await png())
    await page.getByRole('button', { name: 'Save Post' }).click()
    await page.waitForFunction(() => 'goOn' in window)
    await expect(page.getByText(sentence('no_featured_image'))).toHaveCount(0)
    await page.evaluate(() => (window as never as { goOn: () => void }).goOn())
    await expect(page.getByText('Post created successfully')).toBeVisible()
  })

  test('an uploaded image is inserted into the text', async ({ page, signIn }) => {
    await signIn({ admin: true })
    await page.goto('/admin/blogs/new')
    await page.getByLabel('Content').fill('Look:')
    await page.getByLabel('Content').press('Control+End')
    await page.getByLabel('Image for the text').setInputFiles(await png())
    await expect(page.getByLabel('Content')).toHaveValue(
      /^Look:\n\n!\[Image description\]\(\/images\/[0-9a-f]{32}-\d+\.webp\)\n\n$/,
    )
  })
})
