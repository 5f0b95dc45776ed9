import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { addHiddenProduct } from './cart.ts'
import { expect, expectAccessible, expectToFit, test } from './test.ts'

const newPrefix = () => randomBytes(4).toString('hex').toUpperCase()

test.describe('desktop', () => {
  test('staff add a code on the page of a product, find it among all codes, and remove it', async ({
    page,
    shop,
    signIn,
  }) => {
    const { id, name } = await addHiddenProduct(shop.db)
    await signIn({ admin: true })
    await page.goto(`/admin/products/${id}/codes`)
    await expect(page.getByText('No discount codes yet')).toBeVisible()
    await expectAccessible(page)
    const code = `CODE-${newPrefix()}`
    await page.getByRole('button', { name: 'Add Code' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Discount Code' })
    const add = dialog.getByRole('button', { name: 'Add' })
    await expect(add).toBeDisabled()
    await dialog.getByLabel('Code').fill(code.toLowerCase())
    await expect(dialog.getByLabel('Code')).toHaveValue(code)
    await expect(add).toBeDisabled()
    await dialog.getByLabel('Amount in percent').fill('25')
    await expect(add).toBeEnabled()
    await dialog.getByLabel('Type').selectOption('Fixed Amount')
    await expect(dialog.getByLabel('Amount in USD')).toHaveValue('0')
    await expect(add).toBeDisabled()
    await expectAccessible(page)
    await dialog.getByLabel('Amount in USD').fill('2.5')
    await dialog.getByLabel('Amount in USD').press('Enter')
    const row = page.getByRole('row').filter({ hasText: code })
    await expect(row).toContainText('$2.50 off')

    await page.goto('/admin/codes')
    await page.getByLabel('Search codes').fill(code.slice(3).toLowerCase())
    await expect(page).toHaveURL(/search=/)
    await expect(page.getByText('1 code')).toBeVisible()
    await expect(row.getByRole('link', { name })).toBeVisible()
    await expectAccessible(page)
    await expectToFit(page)
    await page.getByLabel('Status').selectOption('Expired')
    await expect(page.getByText('No codes match')).toBeVisible()
    await page.getByLabel('Status').selectOption('Active')
    await row.getByRole('button', { name: `Remove ${code}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove Code' }).click()
    await expect(row).toHaveCount(0)
  })

  test('staff generate codes, and save them as a file', async ({ page, shop, signIn }) => {
    const { name } = await addHiddenProduct(shop.db)
    await signIn({ admin: true })
    await page.goto('/admin/codes')
    const prefix = newPrefix()
    await page.getByRole('button', { name: 'Generate Codes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Generate Discount Codes' })
    await dialog.getByLabel('Product').selectOption(name)
    await dialog.getByLabel('Number of codes').fill('60')
    await dialog.getByLabel('Prefix').fill(prefix)
    await dialog.getByLabel('Amount in percent').fill('15')
    await dialog.getByRole('button', { name: 'Generate Codes' }).click()
    const done = page.getByRole('dialog', { name: '60 codes added' })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      done.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(61)
    expect(lines[1]).toMatch(new RegExp(`^${prefix}[2-9A-Z]{8},${name},percent,15,`))
    await expectAccessible(page)
    await done.getByRole('button', { name: 'Done' }).click()

    await page.getByLabel('Search codes').fill(prefix)
    await expect(page.getByText('of 60 codes')).toBeVisible()
    const [exported] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const all = (await readFile(await exported.path(), 'utf8')).trim().split('\r\n')
    expect(all.toSorted()).toEqual(lines.toSorted())
  })
})
