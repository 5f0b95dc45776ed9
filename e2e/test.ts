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
 * For journeys with different controls on a narrow screen: runs them at both widths.
 * screens.spec.ts tests at both widths whether screens fit and are readable.
 */
export function atBothWidths(journeys: () => void) {
  test.describe('desktop', () => {
    test.use({ viewport: desktop })
    journeys()
  })
  onAPhone(journeys)
}

/** Runs journeys of customers, who mostly use phones. Staff journeys run at desktop width. */
export function onAPhone(journeys: () => void) {
  test.describe('phone', () => {
    test.use({ viewport: phone })
    journeys()
  })
}

type Customer = { id: number; username: string; email: string }

type WorkerFixtures = { shop: TestShop }

type Fixtures = {
  /** Creates a verified customer and signs this browser in as them. */
  signIn: (roles?: { admin?: boolean; support?: boolean }) => Promise<Customer>
  /** Applies faults to the external services until the test ends. */
  misbehave: (how: SwitchesPatch) => Promise<unknown>
  /** Fails the test if the console reported an error that `expected` does not match. */
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
 * Makes `goto` and `reload` wait until the page accepts input, because a test is faster than a
 * person. To act before the scripts run, wait only for `commit`.
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

/** Expects that nothing is wider than the window, once the layout has adapted to its size. */
export async function expectToFit(page: Page, name = page.url()) {
  const beyond = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(beyond, name).toBeLessThanOrEqual(0)
}

/** Waits until the upper element ends before the lower one begins. */
export async function expectAbove(upper: Locator, lower: Locator) {
  const between = async () => {
    const { y, height } = (await upper.boundingBox())!
    return (await lower.boundingBox())!.y - y - height
  }
  await expect.poll(between).toBeGreaterThan(0)
}

/** Expects that the page fits and is usable at both widths. Leaves it at the wide one. */
export async function expectUsable(page: Page, name: string) {
  await page.setViewportSize(phone)
  await expectToFit(page, name)
  await expectAccessible(page)
  await page.setViewportSize(desktop)
  await expectAccessible(page)
  await expectToFit(page, name)
}
