import { beforeEach, expect, test } from 'vitest'
import { blog } from '#contract/catalogue/blog.ts'
import { topicHeader } from '#server/kernel/http/mount.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { renderPosts } from './rendered.ts'

const shop = await fileFixture(openTestShop())

beforeEach(async () => {
  await shop.db.deleteFrom('blog_posts').execute()
  await expect.poll(listed).toEqual([])
})

const minute = 60_000

async function addPost(title: string, publishedIn: number | null, content = 'Some text.') {
  const published_at = publishedIn === null ? null : new Date(Date.now() + publishedIn)
  const { id } = await shop.db
    .insertInto('blog_posts')
    .values({ title, content, author: 'Ines Okafor', published_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

async function listed() {
  const { body } = await shop.call(blog.list, {})
  return body.map(({ title }) => title)
}

test('lists published posts, newest first, without the content', async () => {
  await addPost('old', -3 * minute)
  await addPost('draft', null)
  await addPost('later', 60 * minute)
  await addPost('new', -minute, `# Head\n\n${'word '.repeat(300)}`)
  await expect.poll(listed).toEqual(['new', 'old'])
  const { body } = await shop.call(blog.list, {})
  expect(body[0]).toMatchObject({ author: 'Ines Okafor', image: null, reading_minutes: 2 })
  expect(body[0]!.excerpt).toBe(`Head ${'word '.repeat(28)}word…`)
  expect(body[0]).not.toHaveProperty('content')
})

test('lists posts from the HTML that was stored when they were saved', async () => {
  const id = await addPost('before', -minute, 'Read **me**.')
  await renderPosts(shop.db)
  const kept = await shop.db
    .selectFrom('blog_posts')
    .select(['excerpt', 'reading_minutes'])
    .where('id', '=', Number(id))
    .executeTakeFirstOrThrow()
  expect(kept).toEqual({ excerpt: 'Read me.', reading_minutes: 1 })
  await shop.db
    .updateTable('blog_posts')
    .set({ excerpt: 'As it was kept' })
    .where('id', '=', Number(id))
    .execute()
  await expect
    .poll(async () => (await shop.call(blog.list, {})).body[0]?.excerpt)
    .toBe('As it was kept')
})

test('renders and sanitises a post, and finds no drafts or scheduled posts', async () => {
  const content = '# Title\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) **bold**'
  const out = await addPost('out', -minute, content)
  const { body } = await shop.call(blog.get, { params: { id: out } })
  expect(body).toMatchObject({ title: 'out', content })
  expect(body.content_html).toContain('<h2 id="title">Title</h2>')
  expect(body.content_html).toContain('<strong>bold</strong>')
  expect(body.content_html).not.toMatch(/script|alert/)

  for (const id of [await addPost('draft', null), await addPost('later', minute), '987654']) {
    const { status, code } = await shop.call(blog.get, { params: { id } })
    expect([status, code]).toEqual([404, 'unknown_post'])
  }
  expect((await shop.call(blog.get, { params: { id: 'x' } })).status).toBe(422)
})

test('returns the newest published post, or that there is none', async () => {
  const none = await shop.call(blog.latest, {})
  expect([none.status, none.code]).toEqual([404, 'no_posts'])
  // A page that was cached without posts must be invalidated when the first post is published.
  expect(none.response.headers[topicHeader]).toBe('blog')
  await addPost('first', -2 * minute)
  await addPost('second', -minute)
  await addPost('later', minute)
  await expect.poll(async () => (await shop.call(blog.latest, {})).body.title).toBe('second')
})

test('a scheduled post appears on time despite the cache', async () => {
  const id = await addPost('soon', 60 * minute)
  expect(await listed()).toEqual([])
  const params = { id }
  expect((await shop.call(blog.get, { params })).status).toBe(404)
  const soon = new Date(Date.now() + 700)
  await shop.db
    .updateTable('blog_posts')
    .set({ published_at: soon })
    .where('id', '=', Number(id))
    .execute()
  await expect.poll(listed).toEqual(['soon'])
  expect((await shop.call(blog.get, { params })).body.created_at).toBe(soon.toISOString())
})

test('anyone may read, with or without a trailing slash', async () => {
  for (const url of ['/api/blogs', '/api/blogs/']) {
    expect((await shop.app.inject(url)).statusCode).toBe(200)
  }
})
