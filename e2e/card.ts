import type { Page } from '@playwright/test'

/** Stripe's test cards, by outcome. */
export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  secure: '4000002760003184',
  /** Pays at the checkout, but has insufficient funds at the renewal. */
  emptyOnceSaved: '4000000000003410',
}

/** Fills in the card form of the open checkout. */
export async function fillCard(page: Page, number: string) {
  const form = page.frameLocator('iframe[title="Secure payment input frame"]')
  await form.getByLabel('Card number').fill(number)
  await form.getByLabel('Expiration date').fill('12 / 40')
  await form.getByLabel('Security code').fill('123')
}

export const completePurchase = (page: Page) =>
  page.getByRole('button', { name: 'Complete Purchase' })

/** Pays on the open checkout. */
export async function payByCard(page: Page, number = cards.good) {
  await fillCard(page, number)
  await completePurchase(page).click()
}
