import { test as base, expect, type Locator, type Page } from '@playwright/test'
import type { SwitchesPatch } from '#sandbox/switches.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { expectAccessible } from './accessible.ts'
import { sessionCookies } from './customer.ts'
import { control } from './sandbox.ts'
import { shopFixture, type TestShop } from './shop.ts'
import { takesInput } from './takes-input.ts'

export { expect, expectAccessible }

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 360, height: 740 }

/**
 * Journeys that meet other controls on a narrow screen, once on each. Whether a screen fits and can be
 * read there is for screens.spec.ts, which looks at all of them at both widths.
 */
export function atBothWidths(journeys: () => void) {
  test.describe('desktop', () => {
    test.use({ viewport: desktop })
    journeys()
  })
  onAPhone(journeys)
}

/** Journeys of customers, who hold a phone more often than not. Those of staff are played at a desk. */
export function onAPhone(journeys: () => void) {
  test.describe('phone', () => {
    test.use({ viewport: phone })
    journeys()
  })
}

type Customer = { id: number; username: string; email: string }

type WorkerFixtures = { shop: TestShop }

type Fixtures = {
  /** Makes a verified customer and signs this browser in as them. */
  signIn: (roles?: { admin?: boolean; support?: boolean }) => Promise<Customer>
  /** Has the outside world misbehave until the test is over. */
  misbehave: (how: SwitchesPatch) => Promise<unknown>
  /** Fails the test when the console reported an error that `expected` does not match. */
  consoleErrors: { expected: RegExp[] }
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  shop: shopFixture,
  baseURL: async ({ shop }, use) => use(shop.url),
  context: async ({ context, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) context.on('page', waitForScripts)
    await use(context)
  },
  signIn: async ({ shop, context }, use) => {
    await use(async (roles = {}) => {
      const { user, token } = await signInAs(shop.db, roles)
      await context.addCookies(sessionCookies(shop.url, token))
      return user
    })
  },
  misbehave: async ({ shop }, use) => {
    await use((how) => control(shop, 'switches', how))
    await control(shop, 'reset')
  },
  consoleErrors: [
    async ({ page }, use) => {
      const expected: RegExp[] = []
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
      })
      page.on('pageerror', (error) => errors.push(String(error)))
      await use({ expected })
      expect(errors.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
})

/**
 * Has `goto` and `reload` wait until the page takes input: a test is quicker than any person. To be
 * quicker than the scripts on purpose, wait for the `commit` only.
 */
export function waitForScripts(page: Page) {
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (options?.waitUntil !== 'commit') await page.waitForFunction(takesInput)
    return response
  }
  const reload = page.reload.bind(page)
  page.reload = async (options) => {
    const response = await reload(options)
    await page.waitForFunction(takesInput)
    return response
  }
}

/** Nothing is wider than the window, once what follows its size has done so. */
export async function expectToFit(page: Page, name = page.url()) {
  const beyond = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(beyond, name).toBeLessThanOrEqual(0)
}

/** Until the one ends before the other begins. */
export async function expectAbove(upper: Locator, lower: Locator) {
  const between = async () => {
    const { y, height } = (await upper.boundingBox())!
    return (await lower.boundingBox())!.y - y - height
  }
  await expect.poll(between).toBeGreaterThan(0)
}

/** The page fits and can be used at both widths; it is left at the wide one. */
export async function expectUsable(page: Page, name: string) {
  await page.setViewportSize(phone)
  await expectToFit(page, name)
  await expectAccessible(page)
  await page.setViewportSize(desktop)
  await expectAccessible(page)
  await expectToFit(page, name)
}
