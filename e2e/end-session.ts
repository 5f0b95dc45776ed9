import type { Page } from '@playwright/test'

/** Signs this browser out. An open page could still request the session, so it is left first. */
export async function endSession(page: Page) {
  await page.goto('/health/live')
  await page.context().clearCookies()
}
