import type { Page } from '@playwright/test'
import { as, type Scene, type Screen } from './scene.ts'

/** The back-office, as an administrator sees it unless the name says otherwise. */
export const adminScreens: Screen[] = [
  { name: 'admin-logs', visit: as('admin', '/admin/logs') },
  { name: 'admin-logs-narrowed', visit: as('support', '/admin/logs?details=type:card&level=info') },
  { name: 'admin-logs-none', visit: as('admin', '/admin/logs?message=nothing+of+the+kind') },
  { name: 'admin-logs-entry', visit: logEntry, firstViewOnly: true },
  { name: 'admin-mails', visit: as('admin', '/admin/mails') },
  { name: 'admin-mails-none', visit: as('admin', '/admin/mails?search=nobody') },
]

async function logEntry(page: Page, scene: Scene) {
  await as('admin', '/admin/logs?source=payment')(page, scene)
  await page.getByRole('row').getByRole('button').first().click()
}
