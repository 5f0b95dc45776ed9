import type { Page } from '@playwright/test'
import { as, type Scene, type Screen } from './scene.ts'

const editor = '/admin/settings/texts'

/** The shop's texts: where staff edit and preview them, and where visitors read them. */
export const textScreens: Screen[] = [
  { name: 'admin-settings-texts-one', visit: editing('landing') },
  { name: 'admin-settings-texts-landing-faults', visit: faults },
  { name: 'admin-settings-texts-faq', visit: editing('faq') },
  { name: 'admin-settings-texts-terms', visit: editing('terms') },
  { name: 'admin-settings-texts-mail', visit: editing('mail-receipt') },
  { name: 'preview-one', visit: previewed('landing', 'Preview of the draft') },
  {
    name: 'preview-promotion',
    visit: previewed('promotion?version=0', 'Default text'),
  },
]

function editing(name: string): Screen['visit'] {
  return async (page, scene) => {
    await as('admin', `${editor}/${name}`)(page, scene)
    await page.getByRole('heading', { name: 'Publishing' }).waitFor()
  }
}

function previewed(address: string, says: string): Screen['visit'] {
  return async (page, scene) => {
    await as('admin', `/preview/${address}`)(page, scene)
    await page.getByText(says).waitFor()
  }
}

async function faults(page: Page, scene: Scene) {
  await editing('landing')(page, scene)
  const features = page.getByRole('group', { name: /^Features/ })
  await features.getByRole('button', { name: 'Add a feature' }).click()
  await features.getByRole('textbox', { name: 'Text' }).fill('Hello {nobody}')
  await page.getByRole('button', { name: 'Publish' }).click()
  await features.getByText('Unknown placeholder {nobody}').waitFor()
}
