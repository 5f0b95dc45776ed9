import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newPicture } from '#server/kernel/testing/picture.ts'
import { logIn, logInAsAdmin } from './customer.ts'
import { expect, expectAccessible, expectToFit, test } from './test.ts'

const newName = () => `Game ${randomBytes(4).toString('hex')}`
const png = async () => ({
  name: 'cover.png',
  mimeType: 'image/png',
  buffer: await newPicture(400),
})
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Adds a product, and ends on its page. */
async function add(page: Page, name: string) {
  await page.goto('/admin/products')
  await page.getByRole('link', { name: 'Add Product' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Price', { exact: true }).fill('12,5')
  await page.getByLabel('Description').fill('A **first** look.')
  await page.getByLabel('Image upload').setInputFiles(await png())
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Product added successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

const section = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Sections of the product' })
    .getByRole('link', { name })
    .click()

async function openInList(page: Page, name: string) {
  await page.goto(`/admin/products?search=${encodeURIComponent(name)}`)
  await expect(row(page, name)).toBeVisible()
}

/** The product's data on the store page, fetched as a visitor. */
async function inStore(page: Page, name: string) {
  const html = await (await page.request.get('/store')).text()
  const at = html.indexOf(`>${name}<`)
  return at < 0 ? null : html.slice(at, at + 1500)
}

test.describe('desktop', () => {
  test('an administrator adds and edits a product, and the store shows it at once', async ({
    page,
    signIn,
  }) => {
    await signIn({ admin: true })
    const name = newName()
    expect(await inStore(page, name)).toBeNull()
    await add(page, name)
    await expect.poll(() => inStore(page, name)).toContain('$12.50')
    await expectAccessible(page)
    await expectToFit(page)

    const before = await page.getByRole('main').locator('form img').last().getAttribute('src')
    await page
      .getByLabel('Image', { exact: true })
      .last()
      .setInputFiles(await png())
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Product updated successfully')).toBeVisible()
    await section(page, 'Plans and sale')
    await expect(page.getByLabel('Price', { exact: true })).toHaveValue('12.50')
    await expectAccessible(page)
    await expectToFit(page)
    await page.getByLabel('Price', { exact: true }).fill('8')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByLabel('Price', { exact: true })).toHaveValue('8.00')
    for (const [label, field] of [
      ['Devices', 'Concurrent sessions'],
      ['Discord', 'Discord Role ID'],
      ['Releases', 'No releases yet'],
    ] as const) {
      await section(page, label)
      await expect(page.getByText(field)).toBeVisible()
      await expectAccessible(page)
    }
    await openInList(page, name)
    await expect(row(page, name)).toContainText('$8.00')
    await expect.poll(() => inStore(page, name)).toContain('$8.00')
    const html = await (await page.request.get('/store')).text()
    expect(html).not.toContain(before!.replace(/-\d+\.webp$/, ''))
  })

  test('unsaved changes of a section survive an ended session', async ({
    page,
    shop,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/401 /)
    const user = await logInAsAdmin(page, shop.db, '/admin/products')
    const name = newName()
    await add(page, name)
    const field = page.getByLabel('Name', { exact: true })
    await field.fill(`${name} II`)
    await shop.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await logIn(page, user)
    await expect(field).toHaveValue(`${name} II`)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('heading', { name: `${name} II`, level: 1 })).toBeVisible()
  })

  test('a product can be deleted, and one with customers is archived instead', async ({
    page,
    shop,
    signIn,
  }) => {
    const user = await signIn({ admin: true })
    const name = newName()
    await add(page, name)
    const product = await shop.db
      .selectFrom('products')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    await shop.db
      .insertInto('subscriptions')
      .values({ user_id: user.id, product_id: product.id, ends_at: new Date() })
      .execute()
    await openInList(page, name)
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('it is archived instead: disabled and hidden')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Archive Product' }).click()
    await expect(row(page, name)).toContainText('Disabled')
    await expect(row(page, name)).toContainText('Hidden')
    await expect.poll(() => inStore(page, name)).toBeNull()

    await shop.db.deleteFrom('subscriptions').where('product_id', '=', product.id).execute()
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('button', { name: 'Delete Product' }).click()
    await expect(dialog).toContainText('deleted permanently')
    await dialog.getByRole('button', { name: 'Delete Product' }).click()
    await expect(page).toHaveURL(/\/admin\/products\?search=/)
    await expect(page.getByText('No products match')).toBeVisible()
  })

  test('support cannot open the pages of products and posts', async ({ page, signIn }) => {
    await signIn({ support: true })
    for (const path of [
      '/admin/products',
      '/admin/products/1',
      '/admin/codes',
      '/admin/blogs/new',
    ]) {
      await page.goto(path)
      await expect(page).toHaveURL(/\/admin$/)
    }
    const nav = page.getByRole('navigation', { name: 'Back-office' })
    await expect(nav.getByRole('link', { name: 'Support Tickets' }).first()).toBeVisible()
    for (const name of ['Products', 'Discount Codes', 'Blog', 'Loader', 'Status'])
      await expect(nav.getByRole('link', { name, exact: true })).toHaveCount(0)
  })
})
