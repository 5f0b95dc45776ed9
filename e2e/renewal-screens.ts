import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { stopLink } from '#server/selling/renewals/links.ts'
import { findProduct } from './cart.ts'
import { sessionCookies } from './customer.ts'
import { endSession } from './end-session.ts'
import { moveRenewals, pathOf, repricedProduct } from './price-changes.ts'
import { addRenewal } from './renewals.ts'
import { saveCards } from './saved-cards.ts'
import { as, open, type Scene, type Screen } from './scene.ts'
import { openDetails } from './subscriptions.ts'

const card = { id: 'pm_none', brand: 'amex', last4: '0005' }
const tab = '/dashboard?t=subscriptions'

/** Renewals in every state, with their dialogs. */
export const renewalScreens: Screen[] = [
  { name: 'dashboard-renewals', visit: everyState },
  {
    name: 'dashboard-orders-renewals',
    visit: async (page, scene) => {
      await everyState(page, scene, '/dashboard?t=orders')
      await page.getByText('The renewal is on hold: nothing is charged').waitFor()
      await page.getByText('Renewing now').waitFor()
      await page.getByText('Choose a card before then.').waitFor()
    },
  },
  {
    name: 'order-renewal-failed',
    visit: async (page, scene) => {
      const id = await someone(page, scene, { state: 'retrying', days: 2 })
      await open(`/orders/${await orderOf(scene, id)}`)(page)
      await page.getByText('Renewal payment failed.').waitFor()
    },
  },
  {
    name: 'dashboard-renewals-stop',
    visit: async (page, scene) => {
      await everyState(page, scene)
      await openDetails(page, 'Counter-Strike 2')
      await page.getByRole('button', { name: 'Stop: Counter-Strike 2' }).click()
    },
    firstViewOnly: true,
  },
  {
    name: 'dashboard-renewals-change-card',
    visit: async (page, scene) => {
      const cards = [{ number: '4242424242424242' }, { number: '378282246310005' }]
      await someone(page, scene)
      await saveCards(page, scene.shop, cards)
      await open(tab)(page)
      await openDetails(page, 'Counter-Strike 2')
      await page.getByRole('button', { name: 'Change card' }).click()
      await page.getByRole('button', { name: 'Use this card' }).waitFor()
    },
  },
  {
    name: 'checkout-renewal-replaced',
    visit: async (page, scene) => {
      await someone(page, scene)
      await checkout(page, scene, { price: 53.97, plan: '3m' })
    },
  },
  {
    name: 'checkout-renewal-code',
    visit: async (page, scene) => {
      await signedIn(page, scene)
      const { id } = await findProduct(scene.db, 'cs2')
      const code = {
        code: 'HALF-A-YEAR',
        product_id: id,
        type: 1,
        amount: 50,
        renewals: 5,
      } as const
      await scene.db
        .insertInto('discounts')
        .values(code)
        .onConflict((conflict) => conflict.column('code').doNothing())
        .execute()
      await checkout(page, scene, { price: 17.99, plan: '1m', discount: code.code })
    },
  },
  { name: 'admin-products-one-renewals', visit: repriced },
  {
    name: 'admin-products-one-renewals-move',
    visit: async (page, scene) => {
      await repriced(page, scene)
      await page.getByRole('button', { name: 'Move Renewals' }).click()
    },
    firstViewOnly: true,
  },
  {
    name: 'admin-products-one-renewals-moved',
    visit: async (page, scene) => {
      await repriced(page, scene)
      await moveRenewals(page, 'The prices of this year')
    },
  },
  {
    name: 'dashboard-renewals-price',
    visit: async (page, scene) => {
      const { id, customer } = await repricedProduct(scene, [1799])
      await as('admin', pathOf(id))(page, scene)
      await moveRenewals(page, 'The prices of this year')
      await scene.db
        .updateTable('renewal_prices')
        .set({ told_at: sql`now()`, applies_from: sql`now() + interval '30 days'` })
        .where('told_at', 'is', null)
        .execute()
      await endSession(page)
      await page.context().addCookies(sessionCookies(scene.shop.url, customer.token))
      await open(tab)(page)
    },
  },
  { name: 'dashboard-cards-demo', visit: as('customer', '/dashboard?t=cards') },
  {
    name: 'stop-renewal',
    visit: async (page, scene) => {
      const { user } = await signInAs(scene.db)
      const id = await addRenewal(scene.db, user.id, { slug: 'cs2', state: 'on' })
      await open(await stopLink(scene.db, scene.shop.url, id))(page)
    },
  },
  { name: 'stop-renewal-incomplete', visit: open('/stop-renewal') },
]

async function repriced(page: Page, scene: Scene) {
  const { id } = await repricedProduct(scene, [2499, 1799, 1799, 1499, 2199])
  await as('admin', pathOf(id))(page, scene)
}

async function checkout(
  page: Page,
  { db }: Scene,
  line: { price: number; plan: string; discount?: string },
) {
  const { id, name: title } = await findProduct(db, 'cs2')
  await page.context().addInitScript(
    (cart) => {
      localStorage.setItem('cart', cart)
    },
    JSON.stringify([{ id, title, image: null, ...line }]),
  )
  await open('/checkout')(page)
}

async function signedIn(page: Page, { shop, db }: Scene) {
  const { user, token } = await signInAs(db)
  await page.context().addCookies(sessionCookies(shop.url, token))
  return user.id
}

async function someone(
  page: Page,
  scene: Scene,
  given: Partial<Parameters<typeof addRenewal>[2]> = {},
) {
  return addRenewal(scene.db, await signedIn(page, scene), { slug: 'cs2', state: 'on', ...given })
}

async function orderOf({ db }: Scene, renewal: number) {
  const found = db.selectFrom('renewals').select('order_id').where('id', '=', renewal)
  return (await found.executeTakeFirstOrThrow()).order_id
}

async function everyState(page: Page, scene: Scene, path = tab) {
  const { db } = scene
  const user = await signedIn(page, scene)
  const id = await addRenewal(db, user, { slug: 'cs2', state: 'on', days: 26 })
  const code = { code: 'HALF-A-YEAR', code_type: 1, code_amount: 50, code_charges: 5 } as const
  await db.updateTable('renewals').set(code).where('id', '=', id).execute()
  await addRenewal(db, user, { slug: 'perihelion', state: 'on', card: null, days: 20 })
  await addRenewal(db, user, { slug: 'breachline', state: 'retrying', card, days: 2 })
  await addRenewal(db, user, { slug: 'last-meridian', state: 'needs_action', days: 1 })
  await addRenewal(db, user, { slug: 'vantage-six', state: 'stopping', days: 8 })
  await addRenewal(db, user, { slug: 'long-thaw', state: 'held', days: 6 })
  await addRenewal(db, user, { slug: 'tonnage', state: 'charging', days: 1 })
  await open(path)(page)
}
