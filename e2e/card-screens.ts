import type { Page } from '@playwright/test'
import { signInCookies } from './customer.ts'
import { saveCards } from './saved-cards.ts'
import { open, type Scene, type Screen } from './scene.ts'

const tab = '/dashboard?t=cards'

/** The cards that a customer keeps. */
export const cardScreens: Screen[] = [
  { name: 'dashboard-cards-empty', visit: withCards([]) },
  {
    name: 'dashboard-cards',
    visit: withCards([
      { number: '4242424242424242', expYear: 2020 },
      { number: '378282246310005' },
      { number: '5555555555554444' },
    ]),
  },
  {
    name: 'dashboard-cards-many',
    visit: withCards(Array.from({ length: 12 }, () => ({ number: '6011111111111117' }))),
  },
  {
    name: 'dashboard-cards-add',
    visit: async (page, scene) => {
      await withCards([{ number: '4242424242424242' }])(page, scene)
      await page.getByRole('button', { name: 'Add card' }).click()
      await page
        .frameLocator('iframe[title="Secure payment input frame"]')
        .getByLabel('Card number')
        .waitFor()
    },
  },
]

function withCards(cards: Parameters<typeof saveCards>[2]) {
  return async (page: Page, { shop, db }: Scene) => {
    await page.context().addCookies(await signInCookies(db, shop.url))
    await saveCards(page, shop, cards)
    await open(tab)(page)
  }
}
