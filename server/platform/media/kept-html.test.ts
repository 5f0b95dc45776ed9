import { expect, test } from 'vitest'
import { blog } from '#contract/catalogue/blog.ts'
import { products } from '#contract/catalogue/products.ts'
import { staffBlog } from '#contract/catalogue/staff-blog.ts'
import { staffProducts } from '#contract/catalogue/staff-products.ts'
import { renderPosts } from '#server/catalogue/blog/rendered.ts'
import { renderDescriptions } from '#server/catalogue/products/descriptions.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { newUpload } from '#server/kernel/testing/picture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop())
const staff = await signIn(shop.app, { admin: true })

async function addPost() {
  const image = await newUpload()
  const body = { title: 'A post', author: 'Ines Okafor', content: 'Read **me**', image }
  return (await shop.call(staffBlog.add, { body }, staff)).body
}

async function addProduct() {
  const body = { name: 'A game', price: 10, description: 'Read **me**', image: await newUpload() }
  return (await shop.call(staffProducts.add, { body }, staff)).body
}

const kinds = [
  {
    table: 'blog_posts',
    add: addPost,
    html: async (id: string) => (await shop.call(blog.get, { params: { id } })).body.content_html,
    change: (id: string, content: string) => {
      const body = { title: 'A post', author: 'Ines Okafor', content }
      return shop.call(staffBlog.change, { params: { id }, body }, staff)
    },
    tidy: renderPosts,
  },
  {
    table: 'products',
    add: addProduct,
    html: async (id: string) =>
      (await shop.call(products.get, { params: { id } })).body.description_html,
    change: (id: string, description: string) =>
      shop.call(staffProducts.change, { params: { id }, body: { description } }, staff),
    tidy: renderDescriptions,
  },
] as const

test.each(kinds)('renders and stores the HTML of $table when it is saved', async (kind) => {
  const { id, revision } = await kind.add()
  const html = () => kind.html(String(id))
  const kept = () =>
    shop.db
      .selectFrom(kind.table)
      .select(['html', 'rendered_from', 'revision'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const set = (columns: object) =>
    shop.db.updateTable(kind.table).set(columns).where('id', '=', id).execute()
  const made = '<p>Read <strong>me</strong></p>\n'
  expect((await kept()).html).toBe(made)
  await set({ html: '<p>As it was kept</p>' })
  await expect.poll(html).toBe('<p>As it was kept</p>')

  // HTML of a former renderer is not shown, but rendered again.
  await set({ rendered_from: Buffer.from('of another renderer') })
  await expect.poll(html).toBe(made)
  await kind.tidy(shop.db)
  expect(await kept()).toMatchObject({ html: made, revision })
  await set({ html: '<p>As it was kept</p>' })
  await kind.tidy(shop.db)
  await expect.poll(html).toBe('<p>As it was kept</p>')

  expect((await kind.change(String(id), 'Read *you*')).status).toBe(200)
  await expect.poll(html).toBe('<p>Read <em>you</em></p>\n')
  expect((await kept()).html).toBe('<p>Read <em>you</em></p>\n')
})
