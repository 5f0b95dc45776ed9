import { setTimeout as delay } from 'node:timers/promises'
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

/** Until all that the page asks for is there, and drawn. */
export const open = (path: string) => async (page: Page) => {
  const untilQuiet = watchCalls(page)
  await page.goto(path)
  await untilQuiet()
  await untilDrawn(page)
}

/** Until nothing stands in the place of what loads: a busy machine draws a while after the last answer. */
export const untilDrawn = (page: Page) =>
  page.locator('.animate-shimmer, .animate-appear-late').first().waitFor({ state: 'detached' })

const silence = 250

/** A worker that is done before its script is takes the word of its end with it. */
const patience = 3000

/**
 * Watches what a page asks for from now on. The function that it returns waits until so many milliseconds
 * have passed without a call; Playwright's own would wait for 500.
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
    // Silence counts from now: while its scripts were read the page asked for nothing, either.
    last = Date.now()
    while (Date.now() - last < (running > 0 ? patience : silence)) await delay(25)
    page.off('request', begun)
    page.off('requestfinished', ended)
    page.off('requestfailed', ended)
  }
}

/** As one of the demo shop's people, who have a history. */
export function as(username: 'customer' | 'support' | 'admin', path: string) {
  return async (page: Page, { shop, db }: Scene) => {
    await page.context().addCookies(await signInCookies(db, shop.url, username))
    await open(path)(page)
  }
}
