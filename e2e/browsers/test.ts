import { writeFile } from 'node:fs/promises'
import { test as base } from '@playwright/test'
import { createUser } from '../customer.ts'
import { shopFixture, type TestShop } from '../shop.ts'
import { type EngineName, engines } from './engines.ts'
import { type Page, pageOf } from './page.ts'

export { expect } from '@playwright/test'

type Person = { id: number; username: string; email: string }

type Fixtures = {
  /** A window of the project's engine with a new profile. */
  view: Page
  /** Signs in on the sign-in page, and continues to an address. */
  signIn: (path: string, roles?: { admin?: boolean }) => Promise<Person>
}

export const test = base.extend<Fixtures, { engine: EngineName; shop: TestShop }>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  shop: shopFixture,
  view: async ({ engine, shop }, use, info) => {
    const found = await engines[engine]()
    if ('missing' in found) return test.skip(true, found.missing)
    const driver = await found.open()
    try {
      await use(pageOf(driver, shop.url))
      if (info.status !== info.expectedStatus)
        await writeFile(info.outputPath('screenshot.png'), await driver.screenshot())
    } finally {
      await driver.close()
    }
  },
  signIn: async ({ view, shop }, use) => {
    await use(async (path, roles = {}) => {
      const user = await createUser(shop.db)
      if (roles.admin)
        await shop.db.updateTable('users').set({ admin: true }).where('id', '=', user.id).execute()
      await view.open(`/login?${new URLSearchParams({ origin: path })}`)
      await view.fill('Username', user.username)
      await view.fill('Password', user.password)
      await view.press('Sign In')
      await view.expectPath(path)
      return user
    })
  },
})
