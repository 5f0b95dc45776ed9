import type { Page } from '@playwright/test'

/** Holds requests to the address until released, and counts them. */
export async function hold(page: Page, url: string | RegExp, method?: string) {
  const released = Promise.withResolvers<void>()
  const calls = { count: 0, letGo: () => released.resolve() }
  await page.route(url, async (route) => {
    if (!method || route.request().method() === method) {
      calls.count += 1
      await released.promise
    }
    // The page may have been closed, or may have aborted the request.
    await route.continue().catch(() => {})
  })
  return calls
}
