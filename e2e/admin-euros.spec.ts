import { signInAs } from '#server/kernel/testing/customer.ts'
import { findProduct } from './cart.ts'
import { disputedOrder } from './disputed-order.ts'
import { paidOrder } from './refunded-order.ts'
import { as, open } from './scene.ts'
import { expect, test } from './test.ts'

/** All texts of a page and its open dialogs, including those for screen readers. */
const words = () =>
  Array.from(document.querySelectorAll('main, main *, [role=dialog], [role=dialog] *'), (part) =>
    [
      part.matches('main, [role=dialog]') ? part.textContent : '',
      ...['aria-label', 'title', 'placeholder', 'alt'].map((name) => part.getAttribute(name)),
    ].join('\n'),
  ).join('\n')

test('no back-office page of a shop in euros shows dollars', {
  tag: '@exhaustive',
}, async ({ page, shop }) => {
  test.slow()
  const { db } = shop
  const scene = { shop, db }
  const { id: user } = (await signInAs(db)).user
  const { order } = await paidOrder(db, user, [{ cents: 500, status: 'succeeded' }])
  const { id: dispute } = await disputedOrder(scene, ['dispute'])
  const { id: product } = await findProduct(db, 'cs2')
  await as('admin', '/admin')(page, scene)
  await db.updateTable('settings').set({ currency: 'EUR' }).execute()
  try {
    await expect.poll(async () => (await page.request.get('/store')).text()).toContain('€19.99')
    const priced = [
      '/admin',
      '/admin/orders',
      `/admin/orders/${order}`,
      '/admin/disputes',
      `/admin/disputes/${dispute}`,
      '/admin/products',
      '/admin/codes',
      `/admin/users/${user}`,
    ]
    const others = [
      '/admin/products/add',
      `/admin/products/${product}/plans`,
      `/admin/products/${product}/codes`,
      `/admin/products/${product}/renewals`,
      '/admin/documents',
      '/admin/settings',
      '/admin/settings/refunds',
      '/admin/settings/services',
      '/admin/emails',
      '/admin/credits',
      '/admin/health',
    ]
    for (const path of [...priced, ...others]) {
      await open(path)(page)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      // The page's data may arrive after its heading.
      if (priced.includes(path)) {
        await expect.poll(() => page.evaluate(words), { message: path }).toMatch(/€\d/)
      }
      const said = await page.evaluate(words)
      const dollars = said.match(/.{0,40}(\$\s?\d|\bUSD\b|\bdollars?\b).{0,20}/gi)
      expect([path, dollars]).toEqual([path, null])
    }
  } finally {
    await db.updateTable('settings').set({ currency: 'USD' }).execute()
  }
})
