import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { Database } from '#server/kernel/database/database.ts'
import type { RunningShop } from '#server/kernel/testing/running-shop.ts'
import { signInCookies } from './customer.ts'

export type Scene = { shop: RunningShop; db: Database }

export type Screen = {
  name: string
  /** Brings the page into the state for the screenshot. */
  visit: (page: Page, scene: Scene) => Promise<unknown>
  /** Captures only the visible window, for elements with a fixed position. */
  firstViewOnly?: true
}

/** Opens a page and waits until all its requests are done and rendered. */
export const open = (path: string) => async (page: Page) => {
  const untilQuiet = watchCalls(page)
  await page.goto(path)
  await untilQuiet()
  await untilDrawn(page)
}

/**
 * Waits until no loading placeholders remain. A busy machine renders a while after the last
 * response.
 */
export const untilDrawn = (page: Page) =>
  page.locator('.animate-shimmer, .animate-appear-late').first().waitFor({ state: 'detached' })

const silence = 250

/** If a worker ends before its script has loaded, its end event is lost. */
const patience = 3000

/**
 * Watches the page's requests from now on. The returned function waits until the given milliseconds
 * have passed without a request. Playwright's own function would wait for 500.
 */
function watchCalls(page: Page) {
  let running = 0
  let last = 0
  const begun = () => {
    running += 1
    last = Date.now()
  }
  const ended = () => {
    running -= 1
    last = Date.now()
  }
  page.on('request', begun)
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  return async () => {
    // The quiet period starts now: while its scripts loaded, the page sent no requests either.
    last = Date.now()
    while (Date.now() - last < (running > 0 ? patience : silence)) await delay(25)
    page.off('request', begun)
    page.off('requestfinished', ended)
    page.off('requestfailed', ended)
  }
}

/** Signs in as one of the demo users, who have a history. */
export function as(username: 'customer' | 'support' | 'admin', path: string) {
  return async (page: Page, { shop, db }: Scene) => {
    await page.context().addCookies(await signInCookies(db, shop.url, username))
    await open(path)(page)
  }
}
