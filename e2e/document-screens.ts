import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import { signInAs, startSessionOf } from '#server/kernel/testing/customer.ts'
import { documentOrder } from '#server/selling/documents/make.ts'
import { fillCart } from './cart.ts'
import { addUser, sessionCookies } from './customer.ts'
import { paidOrder } from './refunded-order.ts'
import { as, open, type Scene, type Screen } from './scene.ts'

/** Receipts, invoices and their corrections. */
export const documentScreens: Screen[] = [
  { name: 'orders-one-invoice', visit: openReceipt },
  { name: 'admin-documents', visit: listed },
  { name: 'admin-documents-none', visit: as('support', '/admin/documents?search=nothing') },
  { name: 'admin-settings-documents', visit: preview },
  { name: 'admin-settings-tax', visit: rates },
  { name: 'checkout-country', visit: country(null) },
  { name: 'checkout-country-chosen', visit: country('GB') },
  { name: 'checkout-country-failed', visit: countryFailed },
  { name: 'checkout-company', visit: companyForm },
  { name: 'checkout-company-asked', visit: companyAsked },
  { name: 'checkout-company-refused', visit: companyRefused },
  { name: 'checkout-company-confirmed', visit: company('valid') },
  { name: 'checkout-company-waiting', visit: company('asked') },
  { name: 'orders-one-invoice-taxed', visit: taxedInvoice },
  { name: 'orders-one-invoice-corrected', visit: correctedInvoice },
  { name: 'admin-orders-one-company', visit: companyOrder },
  { name: 'admin-orders-one-tax', visit: taxedOrder },
  {
    name: 'orders-one-invoice-unknown',
    visit: as('customer', '/orders/00000000-0000-4000-8000-000000000000/invoice'),
  },
]

/** The preview of a small business's next document, before saving. */
async function preview(page: Page, scene: Scene) {
  await as('admin', '/admin/settings/seller')(page, scene)
  await page.getByLabel('Tax on documents').selectOption('Small-business statement')
  await page.getByText('Preview of the next document').click()
  await page.getByRole('heading', { name: /TEST-1/ }).waitFor()
}

/** Tax by rate table, with custom rates, one of which is invalid. */
async function rates(page: Page, scene: Scene) {
  await as('admin', '/admin/settings/seller')(page, scene)
  await page.getByLabel('Tax on documents').selectOption('By country, from a tax table')
  await page.getByLabel('Custom rates').fill('DE 2027-01-01 20\nSE 2026-01-01 6\nUS 7')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Rates in effect today').click()
  await page.getByText('Preview of the next document').click()
}

/** Turns on tax by rate table only during `work`. Screens that are already open do not change. */
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

/** The checkout of a customer with the given country, or with none chosen yet. */
function country(code: string | null) {
  return async (page: Page, scene: Scene) => {
    const { db, shop } = scene
    await fillCart(page, db, 2)
    const { user, token } = await signInAs(db)
    await db.updateTable('users').set({ tax_country: code }).where('id', '=', user.id).execute()
    await page.context().addCookies(sessionCookies(shop.url, token))
    await byTable(scene, async () => {
      await open('/checkout')(page)
      await page.getByLabel('Country').waitFor()
    })
  }
}

async function countryFailed(page: Page, scene: Scene) {
  await country(null)(page, scene)
  await page.route('**/api/user/tax-country', (route) => route.fulfill({ status: 500 }))
  await page.getByLabel('Country').selectOption('GS')
  await page.getByRole('alert').waitFor()
}

async function companyForm(page: Page, scene: Scene) {
  await country('AT')(page, scene)
  await page.getByLabel('I am buying for a company').check()
}

async function typeCompany(page: Page, scene: Scene, vatId: string) {
  await companyForm(page, scene)
  await page.getByLabel('Company', { exact: true }).fill('Wiener Spielwaren Gesellschaft m.b.H.')
  await page.getByLabel('Address').fill('Ringstraße 1\n1010 Wien')
  await page.getByLabel('VAT ID').fill(vatId)
  await page.getByRole('button', { name: 'Save Company' }).click()
}

async function companyAsked(page: Page, scene: Scene) {
  await page.route('**/api/user/company', () => {})
  await typeCompany(page, scene, 'ATU13585627')
  await page.getByText('Checking the VAT ID').waitFor()
}

async function companyRefused(page: Page, scene: Scene) {
  await typeCompany(page, scene, 'ATU13585628')
  await page.getByText('This is not a valid VAT ID of Austria').waitFor()
}

const aCompany = {
  name: 'Wiener Spielwaren Gesellschaft m.b.H.',
  address: 'Ringstraße 1\n1010 Wien',
  vat_id: 'ATU13585627',
}

/** Sets the result of the VIES check. */
async function check({ db }: Scene, state: 'valid' | 'asked') {
  await db.updateTable('settings').set({ seller_vat_id: 'DE136695976' }).execute()
  const question = { vat_id: aCompany.vat_id, requester: 'DE136695976' }
  await db
    .deleteFrom('vat_checks')
    .where('state', '=', 'asked')
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('orders')
        .select(sql<number>`vat_check_id`.as('id'))
        .where('vat_check_id', 'is not', null),
    )
    .execute()
  const values =
    state === 'valid'
      ? {
          ...question,
          state,
          asked_at: new Date(),
          answered_at: new Date(),
          consultation: 'WAPIAAAAZx3k9QpL',
        }
      : { ...question, state, asked_at: new Date(), error: 'VIES: MS_MAX_CONCURRENT_REQ' }
  const { id } = await db
    .insertInto('vat_checks')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function company(state: 'valid' | 'asked') {
  return async (page: Page, scene: Scene) => {
    const { db, shop } = scene
    await fillCart(page, db, 2)
    const { user, token } = await signInAs(db)
    await db.updateTable('users').set({ tax_country: 'AT' }).where('id', '=', user.id).execute()
    await db
      .insertInto('companies')
      .values({ user_id: user.id, country: 'AT', ...aCompany })
      .execute()
    await check(scene, state)
    await page.context().addCookies(sessionCookies(shop.url, token))
    await byTable(scene, () => open('/checkout')(page))
  }
}

/** An order paid with tax while VIES did not answer, and confirmed later. */
async function corrected(scene: Scene) {
  const { db } = scene
  const { user, order } = await refundedInPart(db)
  const asked = await check(scene, 'asked')
  await db
    .updateTable('orders')
    .set({
      tax_country: 'AT',
      company_name: aCompany.name,
      company_address: aCompany.address,
      vat_id: aCompany.vat_id,
      vat_check_id: asked,
    })
    .where('id', '=', order)
    .execute()
  const issuer = { shopName: 'Loadout', siteUrl: scene.shop.url, timeZone: 'UTC', test: true }
  await byTable(scene, () => documentOrder(db, issuer, order))
  await db
    .updateTable('vat_checks')
    .set({ state: 'valid', answered_at: new Date(), consultation: 'WAPIAAAAZx3k9QpL', error: null })
    .where('id', '=', asked)
    .execute()
  await byTable(scene, () => documentOrder(db, issuer, order))
  return { user, order }
}

async function correctedInvoice(page: Page, scene: Scene) {
  await openInvoice(page, scene, await corrected(scene))
}

async function companyOrder(page: Page, scene: Scene) {
  const { order } = await corrected(scene)
  await as('support', `/admin/orders/${order}`)(page, scene)
}

/** A customer in Switzerland with a card from another country. */
async function taxed(scene: Scene) {
  const { db } = scene
  const { user, order } = await refundedInPart(db)
  await db.updateTable('orders').set({ tax_country: 'CH' }).where('id', '=', order).execute()
  await db
    .updateTable('payments')
    .set({ card_country: 'GB' })
    .where('order_id', '=', order)
    .execute()
  const issuer = { shopName: 'Loadout', siteUrl: scene.shop.url, timeZone: 'UTC', test: true }
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

export async function openReceipt(page: Page, scene: Scene) {
  await openInvoice(page, scene, await documentedOrder(scene))
}

/** Creates a partially refunded order with its receipt. */
async function documentedOrder({ shop, db }: Scene) {
  const { user, order } = await refundedInPart(db)
  await documentOrder(
    db,
    { shopName: 'Loadout', siteUrl: shop.url, timeZone: 'UTC', test: true },
    order,
  )
  return { user, order }
}

type Ordered = { user: number; order: string }

async function openInvoice(page: Page, { shop, db }: Scene, { user, order }: Ordered) {
  await page.context().addCookies(sessionCookies(shop.url, await startSessionOf(db, user)))
  await open(`/orders/${order}/invoice`)(page)
}

/** A partially refunded order of two items of a new customer. */
async function refundedInPart(db: Database): Promise<Ordered> {
  const { id: user } = await addUser(db)
  const { order } = await paidOrder(db, user, [{ cents: 300, status: 'succeeded' }])
  return { user, order }
}
