import type { Page } from '@playwright/test'
import type { Database } from '#server/kernel/database.ts'
import type { RunningShop } from '#server/kernel/testing/running-shop.ts'
import { signInCookies } from './customer.ts'

export type Scene = { shop: RunningShop; db: Database }

export type Screen = {
  name: string
  /** Leaves the page as it is to be photographed. */
  visit: (page: Page, scene: Scene) => Promise<unknown>
  /** Only what fits the window, for what is fixed to it. */
  firstViewOnly?: true
}

export const open = (path: string) => (page: Page) => page.goto(path, { waitUntil: 'networkidle' })

/** As one of the demo shop's people, who have a history. */
export function as(username: 'customer' | 'support' | 'admin', path: string) {
  return async (page: Page, { shop, db }: Scene) => {
    await page.context().addCookies(await signInCookies(db, shop.url, username))
    await open(path)(page)
  }
}
