import type { Page } from '@playwright/test'

export const main = (page: Page) => page.getByRole('main')

/**
 * A toast is gone after three seconds, which may be less than a test needs to get to it: on a clock
 * that stands it stays. What is due in the next ten seconds happens at once, as a clock is stopped at a
 * moment to come and a busy machine hears of it late. Takes `page.clock.install()` before the page is
 * opened.
 */
export const stopClock = (page: Page) => page.clock.pauseAt(Date.now() + 10_000)

export const success = (page: Page) => page.getByRole('heading', { name: 'Payment Successful!' })

export const emptyCart = (page: Page) => page.getByRole('heading', { name: 'Your cart is empty' })
