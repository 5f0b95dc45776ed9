import type { Page } from '@playwright/test'
import { documentOrder } from '#server/documents/make.ts'
import { startSessionOf } from '#server/kernel/testing/customer.ts'
import { newPerson, sessionCookies } from './customer.ts'
import { paidOrder } from './refunded-order.ts'
import { as, open, type Scene, type Screen } from './scene.ts'

/** Receipts, invoices and what corrects them. */
export const documentScreens: Screen[] = [
  { name: 'orders-one-invoice', visit: invoice },
  { name: 'admin-documents', visit: listed },
  { name: 'admin-documents-none', visit: as('support', '/admin/documents?search=nothing') },
  { name: 'admin-settings-documents', visit: preview },
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

async function listed(page: Page, scene: Scene) {
  await documentedOrder(scene)
  await as('admin', '/admin/documents')(page, scene)
}

async function invoice(page: Page, scene: Scene) {
  const { user, order } = await documentedOrder(scene)
  await page
    .context()
    .addCookies(sessionCookies(scene.shop.url, await startSessionOf(scene.db, user)))
  await open(`/orders/${order}/invoice`)(page)
}

/** A new customer's, with a receipt of two items, a part of which went back. */
async function documentedOrder({ shop, db }: Scene) {
  const { username, email } = newPerson()
  const { id: user } = await db
    .insertInto('users')
    .values({ username, email })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { order } = await paidOrder(db, user, [{ cents: 300, status: 'succeeded' }])
  await documentOrder(db, { shopName: 'Loadout', siteUrl: shop.url, test: true }, order)
  return { user, order }
}
