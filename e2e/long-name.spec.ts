import type { Locator } from '@playwright/test'
import { putInCart } from './cart.ts'
import { untilDrawn } from './scene.ts'
import { expect, expectToFit, test } from './test.ts'

const words = 'The Northern Game Software Trading House'
const word = 'Donaudampfschifffahrtsgesellschaftsladen'

const heightOf = async (shown: Locator) => (await shown.boundingBox())!.height

test.afterEach(async ({ shop, request }) => {
  await shop.db.updateTable('settings').set({ shop_name: null }).execute()
  const served = async () => (await request.get('/store')).text()
  await expect.poll(served).not.toMatch(RegExp(`${words}|${word}`))
})

for (const name of [words, word]) {
  test(`a shop called ${name} fits on a phone`, {
    tag: '@exhaustive',
  }, async ({ page, shop, signIn, request }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await shop.db.updateTable('settings').set({ shop_name: name }).execute()
    await expect.poll(async () => (await request.get('/store')).text()).toContain(name)
    await signIn({ admin: true })
    await putInCart(page, shop.db, 'cs2')
    for (const path of [
      '/store',
      '/blog',
      '/privacy',
      '/checkout',
      '/dashboard',
      '/admin',
      '/admin/users',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await untilDrawn(page)
      const header = page.getByRole('banner')
      const staff = path.startsWith('/admin')
      const home = staff ? `${name}, dashboard` : `${name}, home`
      await expect(header.getByRole('link', { name: home })).toBeVisible()
      for (const control of [
        staff
          ? header.getByRole('button', { name: 'Go to' })
          : header.getByRole('link', { name: /^Cart/ }),
        header.getByRole('button', { name: 'Menu' }),
      ]) {
        await expect(control).toBeInViewport({ ratio: 1 })
      }
      await expect.poll(() => heightOf(header), path).toBeLessThan(70)
      await expectToFit(page)
    }
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/store')
      const link = page.getByRole('banner').getByRole('link', { name: `${name}, home` })
      await expect.poll(() => heightOf(link)).toBeLessThan(50)
    }
  })
}
