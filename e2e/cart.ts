import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Database } from '#server/kernel/database/database.ts'

type Line = { id: number; name: string; price_cents: number }

/** A product of the demo shop by its slug. */
export function findProduct(db: Database, slug: string) {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'price_cents'])
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
}

/**
 * Adds a product that a test can change. The demo products must stay unchanged for the other tests
 * of this worker.
 */
export function addHiddenProduct(db: Database) {
  const slug = `product-${randomBytes(5).toString('hex')}`
  return db
    .insertInto('products')
    .values({ slug, name: slug, price_cents: 999, hidden: true })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
}

/** Puts a month of each product into the cart of this browser, before it opens its first page. */
export async function putInCart(page: Page, db: Database, ...slugs: string[]) {
  await holdInCart(page, await Promise.all(slugs.map((slug) => findProduct(db, slug))))
}

/** Puts the given number of products on sale into the cart. */
export async function fillCart(page: Page, db: Database, count: number) {
  const products = await db
    .selectFrom('products')
    .select(['id', 'name', 'price_cents'])
    .where('hidden', '=', false)
    .where('disabled', '=', false)
    .orderBy('position')
    .limit(count)
    .execute()
  await holdInCart(page, products)
}

/** Puts a month of each of these products into the cart. */
export async function holdInCart(page: Page, products: Line[]) {
  const cart = products.map(({ id, name, price_cents }) => ({
    id,
    title: name,
    price: price_cents / 100,
    image: null,
    plan: '1m',
  }))
  await page.context().addInitScript((items) => {
    if (!localStorage.getItem('cart')) localStorage.setItem('cart', items)
  }, JSON.stringify(cart))
}

/**
 * Opens the field for the code of a product at the checkout. On a narrow screen the order summary
 * is collapsed at first.
 */
export async function openCode(page: Page, product: string) {
  const add = page.getByRole('button', { name: `Add code for ${product}`, includeHidden: true })
  await add.waitFor({ state: 'attached' })
  if (!(await add.isVisible())) await page.getByText('Show order summary').click()
  await add.click()
  return page.getByRole('textbox', { name: `Discount code for ${product}` })
}
