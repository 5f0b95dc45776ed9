import { randomBytes } from 'node:crypto'
import { unsubscribeLinks } from '#server/platform/mail/unsubscribe.ts'
import { expect, expectAccessible, onAPhone, test } from './test.ts'

onAPhone(() => {
  test('a customer subscribes to release emails and unsubscribes with their link', async ({
    page,
    shop,
    signIn,
  }) => {
    const customer = await signIn()
    await page.goto('/dashboard?t=loader')
    const box = page.getByLabel('Email me about new releases')
    await expect(box).not.toBeChecked()
    await box.click()
    await expect(page.getByText('You will get emails about new releases')).toBeVisible()
    await page.reload()
    await expect(box).toBeChecked()
    await expectAccessible(page)

    const linkOf = await unsubscribeLinks(shop.db, shop.url, 'releases')
    await page.goto(linkOf(customer.id))
    await expect(page.getByText('Stop sending emails about new releases to')).toBeVisible()
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByText('We no longer send emails about new releases to')).toBeVisible()
    await page.goto('/dashboard?t=loader')
    await expect(box).not.toBeChecked()
  })
})

test('the status page links to the changelog of the current release', async ({
  page,
  shop: { db },
}) => {
  const name = `game-${randomBytes(4).toString('hex')}`
  const { id } = await db
    .insertInto('products')
    .values({ slug: name, name, price_cents: 1000, hidden: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('modules')
    .values({ repo: name, version: '1', status: 'operational' })
    .execute()
  await db.insertInto('product_modules').values({ product_id: id, repo: name }).execute()
  const file = { storage_key: `loader/releases/${name}`, size: 9, sha256: '0'.repeat(64) }
  const release = await db
    .insertInto('loader_releases')
    .values({ ...file, product_id: id, version: '2.3.0', notes: 'Knows the new maps' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const promotion = { release_id: release.id, channel: 'stable' } as const
  await db.insertInto('loader_promotions').values(promotion).execute()
  const link = page.getByRole('link', { name: `${name} 2.3.0, changelog` })
  // Every process clears its cache a moment later.
  await expect(async () => {
    await page.goto('/status')
    await expect(link).toBeVisible({ timeout: 1000 })
  }).toPass()
  await link.click()
  await expect(page).toHaveURL(`/product/${id}/changelog`)
  await expect(page.getByText('Knows the new maps')).toBeVisible()
})
