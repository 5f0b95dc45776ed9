import { expect, test } from 'vitest'
import { products } from '#contract/catalogue/products.ts'
import { staffProducts } from '#contract/catalogue/staff-products.ts'
import { media } from '#contract/platform/media.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { newUpload } from '#server/kernel/testing/picture.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop())
const staff = await signIn(shop.app, { admin: true })

const change = (id: number, body: object) =>
  shop.call(staffProducts.change, { params: { id }, body }, staff)
const pageOf = async (id: number) => (await shop.call(products.get, { params: { id } })).body
const upload = async () =>
  (await shop.call(media.addImage, { body: { image: await newUpload() } }, staff)).body
const unknownImage = `/images/${'0'.repeat(32)}-640.webp`

test('a new product has empty lists, no category, and is not marked as popular', async () => {
  const id = await addProduct(shop.db)
  expect(await pageOf(id)).toMatchObject({
    ...{ category: null, popular: false, devices: 1, latest: null },
    ...{ included: [], requirements: [], screenshots: [] },
  })
})

test('staff can change each list of a product’s page without changing the others', async () => {
  const id = await addProduct(shop.db)
  const picture = await upload()
  const included = ['A trainer', 'Updates']
  const requirements = [{ label: 'Windows', value: '10 or 11, 64 bit' }]
  const screenshots = [{ image: picture.src, caption: 'The trainer' }]
  const first = { included, requirements, screenshots, category: ' Shooter ', popular: true }
  expect((await change(id, first)).body).toMatchObject({ ...first, category: 'Shooter' })
  await change(id, { included: [] })
  await expect
    .poll(() => pageOf(id))
    .toMatchObject({
      ...{ category: 'Shooter', popular: true, included: [], requirements },
      screenshots: [{ picture, caption: 'The trainer' }],
    })
  const { details } = await shop.db
    .selectFrom('logs')
    .select('details')
    .where('type', '=', 'staff')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(details).toMatchObject({ before: { included }, after: { included: [] } })
})

test('refuses lists that are too long, empty texts, and images that the shop has not stored', async () => {
  const id = await addProduct(shop.db)
  const { src } = await upload()
  for (const wrong of [
    { included: Array(13).fill('x') },
    { included: [' '] },
    { included: ['x'.repeat(121)] },
    { requirements: [{ label: '', value: 'x' }] },
    { requirements: [{ label: 'a:b', value: 'x' }] },
    { screenshots: Array(9).fill({ image: src, caption: 'x' }) },
    { screenshots: [{ image: src, caption: '' }] },
    { screenshots: [{ image: 'https://example.com/a.png', caption: 'x' }] },
    { category: 'x'.repeat(41) },
    { category: '' },
  ]) {
    expect((await change(id, wrong)).status, JSON.stringify(wrong)).toBe(422)
  }
  const unknown = await change(id, { screenshots: [{ image: unknownImage, caption: 'x' }] })
  expect([unknown.status, unknown.detail]).toMatchObject([422, [{ loc: ['body', 'screenshots'] }]])
})
