import type { Page } from '@playwright/test'
import { landing } from '#server/platform/texts/defaults/landing.ts'
import { expect, expectAccessible, test } from './test.ts'

const headline = (page: Page) => page.getByRole('heading', { level: 1 })

/** Visitors see the published text after a moment. */
async function expectRead(page: Page, title: string) {
  await expect(async () => {
    await page.goto('/')
    await expect(headline(page)).toHaveText(title, { timeout: 1000 })
  }).toPass()
}

test('a headline is previewed while it is typed, then published and rolled back', async ({
  page,
  browser,
  shop,
  signIn,
}) => {
  await signIn({ admin: true })
  const visitor = await browser.newPage({ baseURL: shop.url })
  await page.goto('/admin/settings/texts/landing')
  const field = page.getByRole('textbox', { name: 'Headline' })
  await expect(field).toHaveValue(landing.title)

  const opens = (name: string | RegExp) =>
    Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name }).click()])
  await field.fill('Aim like')
  const [preview] = await opens(/^Preview/)
  await expect(preview.getByText('Preview of unsaved changes')).toBeVisible()
  await expect(headline(preview)).toHaveText('Aim like')
  await field.fill('Aim like an owl')
  await expect(headline(preview)).toHaveText('Aim like an owl')
  await expectAccessible(preview)
  await expectRead(visitor, landing.title)

  await page.getByRole('button', { name: 'Save Draft' }).click()
  await expect(page.getByText('Only staff can see it.')).toBeVisible()
  await expectRead(visitor, landing.title)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published', { exact: true })).toBeVisible()
  await expectRead(visitor, 'Aim like an owl')

  const versions = page.getByRole('region', { name: 'Versions' })
  await versions.getByRole('button', { name: 'Roll Back to Default text' }).click()
  const question = page.getByRole('dialog', { name: 'Roll back to the default text?' })
  await question.getByRole('button', { name: 'Roll Back' }).click()
  await expect(versions.getByText('Restored the default text')).toBeVisible()
  await expect(field).toHaveValue(landing.title)
  await expectRead(visitor, landing.title)

  const looked = page.context().waitForEvent('page')
  await versions.getByRole('link', { name: 'View Version 1' }).click()
  const former = await looked
  await expect(former.getByRole('status').getByText('Version 1')).toBeVisible()
  await expect(headline(former)).toHaveText('Aim like an owl')
  await visitor.close()
})
