import type { Page } from '@playwright/test'

export const main = (page: Page) => page.getByRole('main')

/**
 * A toast is gone after three seconds, which may be less than a test needs to get to it: on a clock
 * that stands it stays. Takes `page.clock.install()` before the page is opened.
 */
export async function stopClock(page: Page) {
  // It goes forward only, and a busy machine takes its time to hear of the moment.
  await page.clock.pauseAt(Date.now() + 10_000)
}

export const success = (page: Page) => page.getByRole('heading', { name: 'Payment Successful!' })

export const emptyCart = (page: Page) => page.getByRole('heading', { name: 'Your cart is empty' })
