import type { Page } from '@playwright/test'

/** Signs this browser out. Leaves the shop's pages first: one may be asking who is signed in. */
export async function endSession(page: Page) {
  await page.goto('/health/live')
  await page.context().clearCookies()
}
