import { expect, test } from 'vitest'
import { products } from '#contract/catalogue/products.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { addProduct as addNewProduct, type NewProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop())

const addProduct = async (slug: string, more: NewProduct = {}) => ({
  id: await addNewProduct(shop.db, { slug, description: '# Title\n\n<script>x</script>', ...more }),
})

test('the list leaves out hidden products and shows changes at once', async () => {
  expect((await shop.call(products.list, {})).body).toEqual([])
  const shown = await addProduct('shown')
  await addProduct('unlisted', { hidden: true })
  await expect
    .poll(async () => (await shop.call(products.list, {})).body.map(({ slug }) => slug))
    .toEqual(['shown'])

  await shop.db
    .updateTable('products')
    .set({ price_cents: 499 })
    .where('id', '=', shown.id)
    .execute()
  await expect.poll(async () => (await shop.call(products.list, {})).body[0]?.price).toBe(4.99)
})

test('a hidden product opens by its link, with a sanitised description', async () => {
  const { id } = await addProduct('secret', { hidden: true, disabled: true })
  const { status, body } = await shop.call(products.get, { params: { id } })
  expect(status).toBe(200)
  expect(body).toMatchObject({ slug: 'secret', hidden: true, disabled: true, price: 19.99 })
  expect(body.description_html).toBe('<h2 id="title">Title</h2>\n')
})

test('distinguishes unknown ids from malformed ones', async () => {
  const unknown = await shop.call(products.get, { params: { id: '987654' } })
  expect([unknown.status, unknown.code]).toEqual([404, 'unknown_product'])
  for (const id of ['0', '-1', '1.5', 'abc', '1e3', '99999999999999999999', "1'--"]) {
    const { status, detail } = await shop.call(products.get, { params: { id } })
    expect(status, id).toBe(422)
    expect(detail).toEqual([expect.objectContaining({ loc: ['params', 'id'] })])
  }
})

test('returns 304 for an unchanged response', async () => {
  const first = await shop.app.inject('/api/games/')
  const again = await shop.app.inject({
    url: '/api/games',
    headers: { 'if-none-match': String(first.headers.etag) },
  })
  expect([first.statusCode, again.statusCode, again.body]).toEqual([200, 304, ''])
  const packed = await shop.app.inject({
    url: '/api/games',
    headers: { 'accept-encoding': 'br, gzip' },
  })
  expect(packed.headers['content-encoding']).toBe('br')
})

test('the API also answers at the root of an api. host', async () => {
  const { statusCode } = await shop.app.inject({
    url: '/games',
    headers: { host: 'api.shop.example' },
  })
  expect(statusCode).toBe(200)
})
