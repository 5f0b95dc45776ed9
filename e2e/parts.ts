import type { Page } from '@playwright/test'

export const main = (page: Page) => page.getByRole('main')

/**
 * Stops the page's clock. A toast disappears after three seconds, which may be too short for a
 * test; with a stopped clock it stays. Timers of the next ten seconds fire immediately, because the
 * clock must be stopped at a future moment and a busy machine reacts late. Requires
 * `page.clock.install()` before the page is opened.
 */
export const stopClock = (page: Page) => page.clock.pauseAt(Date.now() + 10_000)

export const success = (page: Page) => page.getByRole('heading', { name: 'Payment Successful!' })

export const emptyCart = (page: Page) => page.getByRole('heading', { name: 'Your cart is empty' })
