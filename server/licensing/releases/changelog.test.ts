import { expect, test } from 'vitest'
import { products } from '#contract/catalogue/products.ts'
import { releases } from '#contract/licensing/releases.ts'
import { staffReleases } from '#contract/licensing/staff-releases.ts'
import { onlyOf } from '#demo/loader/release.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { addRelease } from './add.ts'

const shop = await fileFixture(openTestShop())
const staff = await signIn(shop.app, { admin: true })

async function publish(product: number, version: string, notes: string, percent = 100) {
  const bytes = onlyOf(Buffer.from(version))
  const id = await addRelease(shop.db, shop.shop.storage, { product, version, notes, bytes })
  await shop.call(staffReleases.promote, { params: { id }, body: { percent } }, staff)
  return id
}
const versionsOf = async (id: number) =>
  (await shop.call(releases.changelog, { params: { id } })).body.entries.map(
    ({ version }) => version,
  )
const feedOf = async (id: number | string) => {
  const answer = await shop.app.inject(`/product/${id}/changelog/rss.xml`)
  return { status: answer.statusCode, text: answer.body }
}

test('the changelog lists offered releases with sanitised notes, and follows changes by staff', async () => {
  const id = await addProduct(shop.db, { name: 'Cut & <Run>' })
  const beside = await addProduct(shop.db)
  expect(await versionsOf(id)).toEqual([])
  const latest = async () =>
    (await shop.call(products.get, { params: { id } })).body.latest?.version
  expect(await latest()).toBeUndefined()
  const first = await publish(id, '1.0.0', 'One <script>x</script> [more](/faq)')
  const second = await publish(id, '1.1.0', 'Two')
  await publish(id, '1.2.0', 'To nobody yet', 0)
  await publish(beside, '7.0.0', 'Of another')
  await expect.poll(() => versionsOf(id)).toEqual(['1.1.0', '1.0.0'])
  expect(await latest()).toBe('1.1.0')

  const feed = await feedOf(id)
  expect(feed.status).toBe(200)
  expect(feed.text).toContain('<title>Cut &amp; &lt;Run&gt; 1.1.0</title>')
  expect(feed.text).toContain(`/product/${id}/changelog#release-${first}</link>`)
  expect(feed.text).toContain('href=&quot;http://127.0.0.1:3000/faq&quot;')
  expect(feed.text).not.toContain('&lt;script')
  expect(feed.text).not.toContain('Of another')

  const params = { id: second }
  await shop.call(staffReleases.change, { params, body: { notes: 'Two, in other words' } }, staff)
  await expect.poll(async () => (await feedOf(id)).text).toContain('in other words')
  const zero = { params, body: { percent: 0 } }
  await shop.call(staffReleases.promote, { params: { id: first }, body: { percent: 100 } }, staff)
  await shop.call(staffReleases.promote, zero, staff)
  await expect.poll(() => versionsOf(id)).toEqual(['1.0.0'])
  expect(await latest()).toBe('1.0.0')
})

test('an unknown product has no changelog', async () => {
  const { status, code } = await shop.call(releases.changelog, { params: { id: 999_999_999 } })
  expect([status, code]).toEqual([404, 'unknown_product'])
  for (const id of [999_999_999, 'x', '0', '1'.repeat(30)])
    expect((await feedOf(id)).status).toBe(404)
})
