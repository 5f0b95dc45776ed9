import type { Page } from '@playwright/test'
import { getDocumentProxy } from 'unpdf'
import { openReceipt } from './document-screens.ts'
import { desktop, expect, test } from './test.ts'

test.use({ viewport: desktop })

/**
 * Expects that printed text has a contrast of 4.5:1 on white, and that no navigation is printed.
 */
async function expectPrintable(page: Page) {
  await page.emulateMedia({ media: 'print' })
  for (const frame of ['banner', 'contentinfo', 'navigation', 'complementary'] as const)
    await expect(page.getByRole(frame)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Skip to content' })).toHaveCount(0)
  // On a slow machine, the styles for print apply a moment later.
  await expect.poll(() => findPale(page)).toEqual([])
}

/** The texts whose contrast on white is below 4.5:1. */
const findPale = (page: Page) =>
  page.locator('main *:visible').evaluateAll((elements) => {
    const luminanceOf = (color: string) => {
      const [red = 0, green = 0, blue = 0] = color
        .match(/[\d.]+/g)!
        .map((channel) => (Number(channel) / 255) ** 2.2)
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    return elements
      .filter(({ childNodes }) =>
        [...childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim()),
      )
      .map((element) => ({ text: element.textContent, color: getComputedStyle(element).color }))
      .filter(({ color }) => 1.05 / (luminanceOf(color) + 0.05) < 4.5)
  })

const countPages = async (page: Page) =>
  (await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'A4' })))).numPages

test('documents are printed dark on white, each on a page of its own', async ({ page, shop }) => {
  await openReceipt(page, { shop, db: shop.db })
  await expectPrintable(page)
  // The receipt and its credit note.
  expect(await countPages(page)).toBe(2)
})

test('legal texts are printed dark on white', async ({ page }) => {
  await page.goto('/terms')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectPrintable(page)
})

test('printing a page with an open dialog prints only the dialog', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/dashboard?t=profile')
  await page.getByRole('button', { name: 'Turn On' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(dialog.getByText('password').first()).toBeVisible()
  await expect(page.locator('main h1')).toBeHidden()
})
