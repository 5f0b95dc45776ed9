import type { Page } from '@playwright/test'
import { documentOrder } from '#server/documents/make.ts'
import type { Database } from '#server/kernel/database.ts'
import { signInAs, startSessionOf } from '#server/kernel/testing/customer.ts'
import { fillCart } from './cart.ts'
import { newPerson, sessionCookies } from './customer.ts'
import { paidOrder } from './refunded-order.ts'
import { as, open, type Scene, type Screen } from './scene.ts'

/** Receipts, invoices and what corrects them. */
export const documentScreens: Screen[] = [
  { name: 'orders-one-invoice', visit: invoice },
  { name: 'admin-documents', visit: listed },
  { name: 'admin-documents-none', visit: as('support', '/admin/documents?search=nothing') },
  { name: 'admin-settings-documents', visit: preview },
  { name: 'admin-settings-tax', visit: rates },
  { name: 'checkout-country', visit: country(null) },
  { name: 'checkout-country-chosen', visit: country('GB') },
  { name: 'checkout-country-failed', visit: countryFailed },
  { name: 'orders-one-invoice-taxed', visit: taxedInvoice },
  { name: 'admin-orders-one-tax', visit: taxedOrder },
  {
    name: 'orders-one-invoice-unknown',
    visit: as('customer', '/orders/00000000-0000-4000-8000-000000000000/invoice'),
  },
]

/** What a small business's next document looks like, before it is saved. */
async function preview(page: Page, scene: Scene) {
  await as('admin', '/admin/settings')(page, scene)
  await page.getByLabel('Tax on documents').selectOption('Small business: a sentence')
  await page.getByText('Preview of the next document').click()
  await page.getByRole('heading', { name: /REC-1/ }).waitFor()
}

/** Tax by a table, with rates of the shop's own, one of which is none. */
async function rates(page: Page, scene: Scene) {
  await as('admin', '/admin/settings')(page, scene)
  await page.getByLabel('Tax on documents').selectOption('By country, from a table of rates')
  await page.getByLabel('Rates of your own').fill('DE 2027-01-01 20\nSE 2026-01-01 6\nUS 7')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Rates that count today').click()
  await page.getByText('Preview of the next document').click()
}

/** Tax is charged by the table meanwhile; what was shown stays. */
async function byTable<T>({ db }: Scene, work: () => Promise<T>): Promise<T> {
  const set = (mode: 'table' | 'off') =>
    db.updateTable('settings').set({ tax_mode: mode }).execute()
  await set('table')
  try {
    return await work()
  } finally {
    await set('off')
  }
}

/** The checkout of somebody who chose that country, or has not been asked. */
function country(code: string | null) {
  return async (page: Page, scene: Scene) => {
    const { db, shop } = scene
    await fillCart(page, db, 2)
    const { user, token } = await signInAs(db)
    await db.updateTable('users').set({ tax_country: code }).where('id', '=', user.id).execute()
    await page.context().addCookies(sessionCookies(shop.url, token))
    await byTable(scene, () => open('/checkout')(page))
  }
}

async function countryFailed(page: Page, scene: Scene) {
  await country(null)(page, scene)
  await page.route('**/api/user/tax-country', (route) => route.fulfill({ status: 500 }))
  await page.getByLabel('Country').selectOption('GS')
  await page.getByRole('alert').waitFor()
}

/** A customer of Switzerland with a card of elsewhere. */
async function taxed(scene: Scene) {
  const { db } = scene
  const { user, order } = await refundedInPart(db)
  await db.updateTable('orders').set({ tax_country: 'CH' }).where('id', '=', order).execute()
  await db
    .updateTable('payments')
    .set({ card_country: 'GB' })
    .where('order_id', '=', order)
    .execute()
  const issuer = { shopName: 'Loadout', siteUrl: scene.shop.url, test: true }
  await byTable(scene, () => documentOrder(db, issuer, order))
  return { user, order }
}

async function taxedInvoice(page: Page, scene: Scene) {
  await openInvoice(page, scene, await taxed(scene))
}

async function taxedOrder(page: Page, scene: Scene) {
  const { order } = await taxed(scene)
  await as('support', `/admin/orders/${order}`)(page, scene)
}

async function listed(page: Page, scene: Scene) {
  await documentedOrder(scene)
  await as('admin', '/admin/documents')(page, scene)
}

async function invoice(page: Page, scene: Scene) {
  await openInvoice(page, scene, await documentedOrder(scene))
}

/** One of them with its receipt. */
async function documentedOrder({ shop, db }: Scene) {
  const { user, order } = await refundedInPart(db)
  await documentOrder(db, { shopName: 'Loadout', siteUrl: shop.url, test: true }, order)
  return { user, order }
}

type Ordered = { user: number; order: string }

async function openInvoice(page: Page, { shop, db }: Scene, { user, order }: Ordered) {
  await page.context().addCookies(sessionCookies(shop.url, await startSessionOf(db, user)))
  await open(`/orders/${order}/invoice`)(page)
}

/** An order of two items of a new customer, a part of which went back. */
async function refundedInPart(db: Database): Promise<Ordered> {
  const { username, email } = newPerson()
  const { id: user } = await db
    .insertInto('users')
    .values({ username, email })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { order } = await paidOrder(db, user, [{ cents: 300, status: 'succeeded' }])
  return { user, order }
}
