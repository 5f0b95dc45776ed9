import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
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

/** Adds a product on its page, and ends on the list that shows it. */
async function add(page: Page, name: string) {
  await page.goto('/admin/products')
  await page.getByRole('link', { name: 'Add Product' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Price', { exact: true }).fill('12,5')
  await page.getByLabel('Description').fill('A **first** look.')
  await page.getByLabel('Image upload').setInputFiles(await png())
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Product added successfully')).toBeVisible()
  await page.getByLabel('Search products').fill(name)
  await expect(page).toHaveURL(/search=/)
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

    await page.getByRole('button', { name: `Edit ${name}` }).click()
    const dialog = page.getByRole('dialog', { name: `Edit ${name}` })
    await expect(dialog.getByLabel('Price', { exact: true })).toHaveValue('12.50')
    await expectAccessible(page)
    await dialog.getByLabel('Price', { exact: true }).fill('8')
    const before = await dialog.locator('img').last().getAttribute('src')
    await dialog
      .getByLabel('Image', { exact: true })
      .last()
      .setInputFiles(await png())
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Product updated successfully')).toBeVisible()
    await expect(row(page, name)).toContainText('$8.00')
    await expect.poll(() => inStore(page, name)).toContain('$8.00')
    const html = await (await page.request.get('/store')).text()
    expect(html).not.toContain(before!.replace(/-\d+\.webp$/, ''))
  })

  test('discount codes are added and removed when the product is saved', async ({
    page,
    shop,
    signIn,
  }) => {
    await signIn({ admin: true })
    const name = newName()
    const code = `CODE-${randomBytes(4).toString('hex').toUpperCase()}`
    await add(page, name)
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    const dialog = page.getByRole('dialog', { name: `Edit ${name}` })
    const group = dialog.getByRole('group', { name: 'New discount code' })
    const addButton = group.getByRole('button', { name: 'Add' })
    await expect(addButton).toBeDisabled()
    await group.getByLabel('Code').fill(code.toLowerCase())
    await expect(group.getByLabel('Code')).toHaveValue(code)
    await expect(addButton).toBeDisabled()
    await group.getByLabel('Amount in percent').fill('25')
    await expect(addButton).toBeEnabled()
    await group.getByLabel('Type').selectOption('Fixed Amount')
    await expect(group.getByLabel('Amount in USD')).toHaveValue('0')
    await expect(addButton).toBeDisabled()
    await group.getByLabel('Amount in USD').fill('2.5')
    await group.getByLabel('Amount in USD').press('Enter')
    const entry = dialog.getByRole('listitem').filter({ hasText: code })
    await expect(entry).toContainText('$2.50 off')
    await expect(entry).toContainText('New')
    await expect(group.getByLabel('Code')).toHaveValue('')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Product updated successfully')).toBeVisible()
    const kept = () =>
      shop.db.selectFrom('discounts').select(['type', 'amount']).where('code', '=', code).execute()
    expect(await kept()).toEqual([{ type: 0, amount: 250 }])

    await page.getByRole('button', { name: `Edit ${name}` }).click()
    await expect(entry).toContainText('used 0 of unlimited')
    await entry.getByRole('button', { name: `Remove ${code}` }).click()
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect.poll(kept).toEqual([])
  })

  test('discount codes are shown in pages, and a removal is remembered across pages', async ({
    page,
    shop,
    signIn,
  }) => {
    await signIn({ admin: true })
    const name = newName()
    await add(page, name)
    const prefix = randomBytes(4).toString('hex').toUpperCase()
    const texts = Array.from({ length: 51 }, (_, n) => `${prefix}-${String(n).padStart(2, '0')}`)
    await sql`insert into discounts (code, product_id, type, amount, starts_at, ends_at, max_uses)
      select code, (select id from products where name = ${name}), 1, 10, now(), now() + interval '1 day', 0
        from unnest(${texts}::text[]) with ordinality as given (code, at) order by at`.execute(
      shop.db,
    )
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    const dialog = page.getByRole('dialog', { name: `Edit ${name}` })
    await dialog.getByRole('button', { name: `Remove ${texts[0]}` }).click()
    await expect(dialog.getByText('1–50 of 51 codes')).toBeVisible()
    await dialog.getByRole('button', { name: 'Next page' }).click()
    await expect(dialog.getByText('51–51 of 51 codes')).toBeVisible()
    await expect(dialog.getByText(texts[50]!)).toBeVisible()
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Product updated successfully')).toBeVisible()
    await expect(page).not.toHaveURL(/codes=|edit=/)
    const { rows } = await sql<{ code: string }>`
      select code from discounts where code = any(${texts}::text[]) order by id`.execute(shop.db)
    expect(rows.map(({ code }) => code)).toEqual(texts.slice(1))
  })

  test('a new code that is filled in but not added is saved with the product', async ({
    page,
    shop,
    signIn,
  }) => {
    await signIn({ admin: true })
    const name = newName()
    const code = `CODE-${randomBytes(4).toString('hex').toUpperCase()}`
    await add(page, name)
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    const dialog = page.getByRole('dialog', { name: `Edit ${name}` })
    const group = dialog.getByRole('group', { name: 'New discount code' })
    const save = dialog.getByRole('button', { name: 'Save Changes' })
    await group.getByLabel('Code').fill(code)
    await save.click()
    const off = group.getByLabel('Amount in percent')
    await expect(off).toHaveAccessibleDescription(/^Enter the discount of the new code/)
    await expect(off).toBeFocused()
    await expect(group.getByText('Enter the discount of the new code')).toBeInViewport()

    await expect.poll(() => dialog.evaluate((own) => own.scrollHeight - own.clientHeight)).toBe(0)
    await group.getByLabel('Amount in percent').fill('25')
    await save.click()
    await expect(page.getByText('Product updated successfully')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const kept = shop.db.selectFrom('discounts').select('amount').where('code', '=', code)
    expect(await kept.execute()).toEqual([{ amount: 25 }])
  })

  test('unsaved input survives closing the dialog by mistake and an ended session', async ({
    page,
    shop,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/401 /)
    const user = await logInAsAdmin(page, shop.db, '/admin/products')
    const name = newName()
    await add(page, name)
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    const dialog = page.getByRole('dialog', { name: `Edit ${name}` })
    await dialog.getByLabel('Name').fill(`${name} II`)
    await page.keyboard.press('Escape')
    const asking = page.getByRole('dialog', { name: 'Discard your changes?' })
    await asking.getByRole('button', { name: 'Keep Editing' }).click()
    await expect(dialog.getByLabel('Name')).toHaveValue(`${name} II`)

    await shop.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await logIn(page, user)
    await expect(dialog.getByLabel('Name')).toHaveValue(`${name} II`)
    await page.keyboard.press('Escape')
    await asking.getByRole('button', { name: 'Discard Changes' }).click()
    await expect(dialog).toBeHidden()
    await expect(row(page, name)).toBeVisible()
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
    await page.reload()
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('it is archived instead: disabled and hidden')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Archive Product' }).click()
    await expect(row(page, name)).toContainText('Disabled')
    await expect(row(page, name)).toContainText('Hidden')
    await expect.poll(() => inStore(page, name)).toBeNull()

    await shop.db.deleteFrom('subscriptions').where('product_id', '=', product.id).execute()
    await page.reload()
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await expect(dialog).toContainText('deleted permanently')
    await dialog.getByRole('button', { name: 'Delete Product' }).click()
    await expect(page.getByText('No products match')).toBeVisible()
  })

  test('support cannot open the pages of products and posts', async ({ page, signIn }) => {
    await signIn({ support: true })
    for (const path of ['/admin/products', '/admin/products/add', '/admin/blogs/new']) {
      await page.goto(path)
      await expect(page).toHaveURL(/\/admin$/)
    }
    const nav = page.getByRole('navigation', { name: 'Back-office' })
    await expect(nav.getByRole('link', { name: 'Support Tickets' }).first()).toBeVisible()
    for (const name of ['Products', 'Blog', 'Loader', 'Status'])
      await expect(nav.getByRole('link', { name, exact: true })).toHaveCount(0)
  })
})
