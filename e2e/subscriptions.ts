import type { Page } from '@playwright/test'

/** Opens what the row of a subscription shows on demand. */
export const openDetails = (page: Page, product: string) =>
  page.getByText(`Details of ${product}`).click()

/** Opens the expired subscriptions. */
export const openExpired = (page: Page) => page.getByText(/^Expired \(\d+\)$/).click()
