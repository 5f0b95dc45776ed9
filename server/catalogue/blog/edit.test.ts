import { expect, test } from 'vitest'
import { blog } from '#contract/catalogue/blog.ts'
import { staffBlog } from '#contract/catalogue/staff-blog.ts'
import { media } from '#contract/platform/media.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { dataUrl, newUpload } from '#server/kernel/testing/picture.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop())
const staff = await signIn(shop.app, { admin: true })

const text = { content: '# Hello\n\nA **bold** step.', author: 'Ines Okafor' }

async function add(title: string, more: object = {}) {
  const body = { title, ...text, image: await newUpload(), ...more }
  return shop.call(staffBlog.add, { body }, staff)
}
const params = (id: number) => ({ params: { id } })
const isOut = async (id: number) => (await shop.call(blog.get, params(id))).status === 200
const change = (id: number, body: object) =>
  shop.call(
    staffBlog.change,
    { ...params(id), body: { title: 'Changed', ...text, ...body } },
    staff,
  )

test('publishes a post immediately by default', async () => {
  const { status, body } = await add('Out now')
  expect([status, body]).toMatchObject([201, { title: 'Out now', image: { width: 64 } }])
  await expect.poll(() => isOut(body.id)).toBe(true)
  const titles = (await shop.call(blog.list, {})).body.map(({ title }) => title)
  expect(titles).toContain('Out now')
})

test('only staff see drafts and scheduled posts before their time', async () => {
  const later = new Date(Date.now() + 86_400_000).toISOString()
  const [draft, scheduled] = [
    await add('A draft', { published_at: null }),
    await add('Scheduled', { published_at: later }),
  ]
  expect([draft.body.published_at, scheduled.body.published_at]).toEqual([null, later])
  for (const { body } of [draft, scheduled]) {
    expect(await isOut(body.id)).toBe(false)
    expect((await shop.call(staffBlog.get, params(body.id), staff)).body).toEqual(body)
  }
  const earlier = new Date(Date.now() - 1000).toISOString()
  await change(draft.body.id, { published_at: earlier })
  await expect.poll(() => isOut(draft.body.id)).toBe(true)
  await change(draft.body.id, { published_at: null })
  await expect.poll(() => isOut(draft.body.id)).toBe(false)
})

test('a change keeps the picture and the date if they are not sent, and shows at once', async () => {
  const { body: added } = await add('Before')
  await expect.poll(() => isOut(added.id)).toBe(true)
  const { status, body } = await change(added.id, { title: 'After' })
  expect([status, body.title, body.published_at, body.image]).toEqual([
    200,
    'After',
    added.published_at,
    added.image,
  ])
  const shown = async () => (await shop.call(blog.get, params(added.id))).body.title
  await expect.poll(shown).toBe('After')
  const { body: other } = await change(added.id, { image: await newUpload() })
  expect(other.image).not.toEqual(added.image)
  const entry = await shop.db
    .selectFrom('logs')
    .select(['message', 'details'])
    .where('message', '=', 'Post changed')
    .orderBy('id')
    .execute()
  expect(entry.at(-2)!.details).toMatchObject({
    by: staff.user.username,
    post: added.id,
    before: { title: 'Before' },
    after: { title: 'After' },
  })
})

test('requires image, title, author and content', async () => {
  const without = await add('No picture', { image: undefined })
  expect([without.status, without.detail]).toMatchObject([
    422,
    [{ loc: ['body', 'image'], msg: sentence('no_featured_image') }],
  ])
  const big = await add('Big', { image: dataUrl(Buffer.alloc(5 * 1024 * 1024 + 3)) })
  expect(big.detail).toMatchObject([{ msg: sentence('image_too_large') }])
  for (const wrong of [
    { title: ' ' },
    { title: 'x'.repeat(201) },
    { author: '' },
    { content: ' \n' },
    { content: 'x'.repeat(200_001) },
    { content: 'a\0b' },
    { published_at: 'tomorrow' },
  ])
    expect((await add('Wrong', wrong)).status, Object.keys(wrong)[0]).toBe(422)
  // A published post without a picture gets one with its next change.
  const { id } = await shop.db
    .insertInto('blog_posts')
    .values({ title: 'Old', content: 'x', author: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await change(id, {})).status).toBe(422)
  expect((await change(id, { image: await newUpload() })).status).toBe(200)
})

test('a draft needs no picture until it is published', async () => {
  const { status, body } = await add('Begun', { image: undefined, published_at: null })
  expect([status, body.image]).toEqual([201, null])
  expect((await change(body.id, { title: 'Goes on' })).status).toBe(200)
  const published_at = new Date().toISOString()
  const refused = await change(body.id, { published_at })
  expect([refused.status, refused.detail]).toMatchObject([
    422,
    [{ loc: ['body', 'image'], msg: sentence('no_featured_image') }],
  ])
  expect((await change(body.id, { published_at, image: await newUpload() })).status).toBe(200)
})

test('refuses a stale save and says what the colleague changed', async () => {
  const { body: added } = await add('Ours')
  const ben = await signIn(shop.app, { admin: true })
  const { revision } = added
  const theirs = { ...text, title: 'Theirs', revision }
  expect(
    (await shop.call(staffBlog.change, { ...params(added.id), body: theirs }, ben)).status,
  ).toBe(200)
  const mine = { content: 'My whole evening.', title: 'Ours', revision }
  expect(await change(added.id, mine)).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile' },
    detail: `Changed by ${ben.user.username}: title from “Ours” to “Theirs”`,
  })
  expect((await shop.call(staffBlog.get, params(added.id), staff)).body.title).toBe('Theirs')
  const saved = await change(added.id, { ...mine, revision: revision + 1 })
  expect(saved.body).toMatchObject({ title: 'Ours', content: 'My whole evening.' })
})

test('accepts a post of the maximum length', async () => {
  const content = '語'.repeat(200_000)
  expect((await add('Long', { content, published_at: null })).status).toBe(201)
  const { status } = await shop.call(media.preview, { body: { markdown: content } }, staff)
  expect(status).toBe(200)
})

test('a deleted post is not found', async () => {
  const { body } = await add('Going')
  await expect.poll(() => isOut(body.id)).toBe(true)
  expect((await shop.call(staffBlog.remove, params(body.id), staff)).body).toBe(true)
  await expect.poll(() => isOut(body.id)).toBe(false)
  for (const call of [staffBlog.get, staffBlog.remove] as const) {
    const { status, code } = await shop.call(call, params(body.id), staff)
    expect([status, code]).toEqual([404, 'unknown_post'])
  }
  expect((await change(body.id, {})).status).toBe(404)
})

test('staff search by part of a title or an author, drafts first', async () => {
  const author = 'Zoë 100%_Writer'
  const old = await add('Haystack one', { author, published_at: '2020-01-01T00:00:00.000Z' })
  const draft = await add('Haystack two', { author, published_at: null })
  const recent = await add('Haystack three', { author })
  const list = async (query: object) => (await shop.call(staffBlog.list, { query }, staff)).body
  const ids = [draft, recent, old].map(({ body }) => body.id)
  for (const search of ['aystack', '100%_w'])
    expect((await list({ search })).posts.map(({ id }) => id)).toEqual(ids)
  const second = await list({ search: 'haystack', limit: 1, page: 1 })
  expect([second.total, second.posts[0]!.id]).toEqual([3, recent.body.id])
  expect(await list({ search: 'hay%one' })).toEqual({ posts: [], total: 0 })
})

test('the preview equals the published page, and an uploaded picture is stored', async () => {
  const body = { markdown: `${text.content}\n\n<script>alert(1)</script>` }
  const { html } = (await shop.call(media.preview, { body }, staff)).body
  const { body: post } = await add('Previewed', { content: body.markdown })
  await expect.poll(() => isOut(post.id)).toBe(true)
  expect(html).toBe((await shop.call(blog.get, params(post.id))).body.content_html)
  expect(html).not.toContain('script')
  const image = await shop.call(media.addImage, { body: { image: await newUpload() } }, staff)
  expect(image.status).toBe(201)
  expect((await shop.app.inject(image.body.src)).statusCode).toBe(200)
})
