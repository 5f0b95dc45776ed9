import { expect, type Page, type Request } from '@playwright/test'

export const main = (page: Page) => page.getByRole('main')

/**
 * Stops the page's clock. A toast disappears after three seconds, which may be too short for a
 * test; with a stopped clock it stays. Timers of the next ten seconds fire immediately, because the
 * clock must be stopped at a future moment and a busy machine reacts late. Waits for the requests
 * that they send. Requires `page.clock.install()` before the page is opened.
 */
export async function stopClock(page: Page) {
  const open = new Set<Request>()
  const add = (request: Request) => void open.add(request)
  const remove = (request: Request) => void open.delete(request)
  page.on('request', add).on('requestfinished', remove).on('requestfailed', remove)
  await page.clock.pauseAt(Date.now() + 10_000)
  // This request comes after those of the timers.
  await page.evaluate(() => fetch('/health/live', { method: 'HEAD' }).catch(() => null))
  await expect.poll(() => open.size).toBe(0)
  page.off('request', add).off('requestfinished', remove).off('requestfailed', remove)
}

export const success = (page: Page) => page.getByRole('heading', { name: 'Payment Successful!' })

export const emptyCart = (page: Page) => page.getByRole('heading', { name: 'Your cart is empty' })
