import { randomBytes } from 'node:crypto'
import { payoutLink } from '#server/selling/payouts/links.ts'
import { holdInCart } from './cart.ts'
import { overpaid } from './overpaid.ts'
import { expect, expectToFit, phone, test } from './test.ts'

const word = 'Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichen'

test.use({ viewport: phone })

test('a product whose name is one long word fits on a phone', async ({ page, shop, signIn }) => {
  const customer = await signIn({ admin: true })
  const product = await shop.db
    .insertInto('products')
    .values({ slug: randomBytes(5).toString('hex'), name: word, price_cents: 999, hidden: true })
    .returning(['id', 'name', 'price_cents'])
    .executeTakeFirstOrThrow()
  await holdInCart(page, [product])
  await page.goto('/checkout')
  await expect(page.getByText(/^Your card will be charged/)).toContainText(word)
  await expectToFit(page)

  await page.getByText('Cryptocurrency').click()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await page.waitForURL(/\/crypto-payment\?order=/)
  const order = new URL(page.url()).searchParams.get('order')
  for (const path of [
    '/cart',
    '/dashboard?t=orders',
    `/orders/${order}`,
    `/admin/orders/${order}`,
    `/admin/users/${customer.id}`,
  ]) {
    await page.goto(path)
    await expect(page.getByText(word).first()).toBeVisible()
    await expectToFit(page)
  }
})

test('a post with a long word in its title, author and text fits on a phone', async ({
  page,
  shop,
}) => {
  const { id } = await shop.db
    .insertInto('blog_posts')
    .values({ title: word, author: word, content: word.repeat(3) })
    .returning('id')
    .executeTakeFirstOrThrow()
  try {
    for (const path of ['/blog', `/blogs/${id}`, '/status']) {
      await expect.poll(async () => (await page.request.get(path)).text()).toContain(word)
      await page.goto(path)
      await expectToFit(page)
      const text = page.getByText(word).last()
      await expect
        .poll(() => text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
        .toBe(0)
    }
  } finally {
    await shop.db.deleteFrom('blog_posts').where('id', '=', id).execute()
    await expect.poll(async () => (await page.request.get('/blog')).text()).not.toContain(word)
  }
})

test('the payout page fits on a phone if the mail domain is one long word', async ({
  page,
  shop,
}) => {
  const { id, email } = await overpaid(shop.db, 'offered')
  const long = `${randomBytes(5).toString('hex')}@${word}.example`
  await shop.db.updateTable('users').set({ email: long }).where('email', '=', email).execute()
  await page.goto(await payoutLink(shop.db, shop.url, id))
  await expect(page.getByText(`We email a code to`)).toBeVisible()
  await expectToFit(page)
})
