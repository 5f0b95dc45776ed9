import type { Page } from '@playwright/test'
import { completePurchase } from './card.ts'
import { fillCart } from './cart.ts'
import { signInCookies } from './customer.ts'
import { saveCards } from './saved-cards.ts'
import { open, type Scene, type Screen } from './scene.ts'

const tab = '/dashboard?t=cards'

/** The screens of a customer's saved cards. */
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

const kept = [
  { number: '4242424242424242' },
  { number: '5555555555554444', expYear: 2020 },
  { number: '378282246310005' },
]

/** The checkout of a customer with saved cards. */
export const checkoutCardScreens: Screen[] = [
  { name: 'checkout-card-saved', visit: keeping(kept) },
  {
    name: 'checkout-card-saved-gone',
    visit: async (page, scene) => {
      await keeping(kept)(page, scene)
      const { url } = scene.shop
      const saved = await (await page.request.get(`${url}/api/user/cards`)).json()
      const { id } = saved.find((card: { default: boolean }) => card.default)
      await page.request.delete(`${url}/api/user/cards/${id}`, { headers: { origin: url } })
      await completePurchase(page).click()
      await page.getByText('has been removed').waitFor()
    },
  },
  {
    name: 'checkout-card-many-another',
    visit: async (page, scene) => {
      const many = Array.from({ length: 7 }, () => ({ number: '5555555555554444' }))
      await keeping(many)(page, scene)
      await page.getByText('Another card', { exact: true }).click()
      await page
        .frameLocator('iframe[title="Secure payment input frame"]')
        .getByLabel('Card number')
        .waitFor()
    },
  },
]

function keeping(cards: Parameters<typeof saveCards>[2]) {
  return async (page: Page, scene: Scene) => {
    await withCards(cards, '/checkout')(page, scene)
    await page.getByRole('radio', { name: 'Another card' }).waitFor({ state: 'attached' })
  }
}

function withCards(cards: Parameters<typeof saveCards>[2], path = tab) {
  return async (page: Page, { shop, db }: Scene) => {
    await fillCart(page, db, 1)
    await page.context().addCookies(await signInCookies(db, shop.url))
    await saveCards(page, shop, cards)
    await open(path)(page)
  }
}
