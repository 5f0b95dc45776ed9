import type { Page } from '@playwright/test'
import { staffPriceChanges } from '#contract/selling/staff-price-changes.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { addRenewal } from './renewals.ts'
import type { Scene } from './scene.ts'

let products = 0

/**
 * Creates a product whose price is higher than the price of its renewals. Returns it with the
 * customer of the last renewal.
 */
export async function repricedProduct({ db }: Pick<Scene, 'db'>, cents: readonly number[]) {
  products += 1
  const slug = `repriced-${process.pid}-${products}`
  const name = 'Cartographers of the Long Dark'
  const id = await addProduct(db, { slug, name, price_cents: 1799, hidden: true })
  const people: Awaited<ReturnType<typeof signInAs>>[] = []
  for (const paid of cents) {
    const person = await signInAs(db)
    const renewal = await addRenewal(db, person.user.id, { slug, state: 'on' })
    await db.updateTable('renewals').set({ price_cents: paid }).where('id', '=', renewal).execute()
    people.push(person)
  }
  await db.updateTable('products').set({ price_cents: 2199 }).where('id', '=', id).execute()
  return { id, name, slug, customer: people.at(-1)! }
}

export const pathOf = (id: number) => `/admin/products/${id}/renewals`

/** Moves its renewals to the new price, as the signed-in staff member. */
export async function moveRenewals(page: Page, reason: string) {
  await page.getByRole('button', { name: 'Move Renewals' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  const path = staffPriceChanges.add.path.split('{id}')[1]!
  const answer = page.waitForResponse(
    (response) => response.url().endsWith(path) && response.request().method() === 'POST',
  )
  await dialog.getByRole('button', { name: 'Move Renewals' }).click()
  await answer
  await dialog.waitFor({ state: 'hidden' })
}
