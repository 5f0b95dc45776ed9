import type { Page } from '@playwright/test'

/** Signs this browser out. Leaves the page first, because it may be asking who is signed in. */
export async function endSession(page: Page) {
  await page.goto('about:blank')
  await page.context().clearCookies()
}
