import { maxLogoBytes } from '#contract/wire/logo-upload.ts'
import { main } from './parts.ts'
import { expect, expectAccessible, test } from './test.ts'

// The brand belongs to the whole shop, so only one test changes it at a time.
test.describe.configure({ mode: 'serial' })

test.afterEach(async ({ shop }) => {
  const none = { logo_hash: null, logo_type: null, logo_width: null, logo_height: null }
  await shop.db
    .updateTable('brand')
    .set({ ...none, accent: null, hero_image_id: null, hero_alt: '' })
    .execute()
  await shop.db.updateTable('settings').set({ shop_name: null }).execute()
})

const drawing = (inner: string) => ({
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inner}</svg>`),
})

test.describe('desktop', () => {
  test('a logo and a colour are previewed before saving, and appear on the site at once', async ({
    page,
    shop,
    signIn,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/422 /)
    await signIn({ admin: true })
    await page.goto('/admin/settings/appearance')
    const save = page.getByRole('button', { name: 'Save Changes' })
    await expect(save).toBeDisabled()

    await page.getByLabel('Colour of buttons').fill('#1a237e')
    await expect(page.getByText('#1a237e is too dark for text and controls')).toBeVisible()
    const logo = page.locator('input[type=file][aria-label=Logo]')
    await logo.setInputFiles({ ...drawing(''), buffer: Buffer.alloc(maxLogoBytes + 1) })
    await expect(page.getByText('The logo must be smaller than 1 MB')).toBeVisible()
    await logo.setInputFiles(drawing('<script>alert(1)</script>'))
    await save.click()
    const refusal = page.getByText('The SVG contains <script>, which is not allowed in a logo')
    await expect(refusal).toBeVisible()
    await expect(page.getByRole('button', { name: 'Choose another for Logo' })).toBeFocused()
    await expectAccessible(page)

    await logo.setInputFiles(drawing('<rect width="9" height="9" fill="#f00"/>'))
    // When the error disappears, the button moves up. A click during the move would miss it.
    await expect(refusal).toBeHidden()
    await save.click()
    await expect(page.getByText('Appearance saved')).toBeVisible()
    await expect(page.getByRole('banner').locator('img[src^="/brand/"]')).toBeVisible()
    // The uploaded picture has an address of the shop now, and there are no unsaved changes.
    await expect(main(page).locator('img[src^="data:"]')).toHaveCount(0)
    await expect(save).toBeDisabled()
    const signal = () =>
      page.evaluate(() => document.documentElement.style.getPropertyValue('--color-signal'))
    await expect.poll(signal).toMatch(/^#[0-9a-f]{6}$/)
    const used = await signal()
    // The HTML as served: the brand is in the document's head before the first paint.
    const served = async () => (await page.request.get(`${shop.url}/store`)).text()
    await expect.poll(served).toContain(`--color-signal:${used}`)
    await page.goto('/')
    await expect(page.getByRole('banner').locator('img[src^="/brand/"]')).toBeVisible()
    await expect.poll(signal).toBe(used)

    await page.goto('/admin/settings/appearance')
    await page.getByRole('button', { name: 'Remove Logo' }).click()
    await page.getByRole('button', { name: 'Use default' }).click()
    await save.click()
    await expect.poll(signal).toBe('')
    await expect(page.getByRole('banner').locator('img')).toHaveCount(0)
  })
})
