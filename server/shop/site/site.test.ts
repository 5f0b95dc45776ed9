import { expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop({ env: { SHOP_NAME: 'Nuts & Bolts' } }))

const site = 'http://127.0.0.1:3000'
const read = async (url: string) => (await shop.app.inject(url)).body

async function addProduct(slug: string, hidden = false) {
  const { id } = await shop.db
    .insertInto('products')
    .values({ slug, name: slug, price_cents: 999, hidden })
    .returning('id')
    .executeTakeFirstOrThrow()
  return `<loc>${site}/product/${id}</loc>`
}

async function addPost(title: string, published_at: Date | null, content = 'Text') {
  const { id } = await shop.db
    .insertInto('blog_posts')
    .values({ title, content, author: 'Ben “B” Ash<worth', published_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return `${site}/blogs/${id}`
}

test('the sitemap lists public pages, and follows changes', async () => {
  const { headers } = await shop.app.inject('/sitemap.xml')
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  const shown = await addProduct('shown')
  const hidden = await addProduct('hidden', true)
  const out = await addPost('Out', new Date(Date.now() - 1000))
  const draft = await addPost('Draft', null)
  const later = await addPost('Later', new Date(Date.now() + 3_600_000))
  await expect.poll(() => read('/sitemap.xml')).toContain(`<loc>${out}</loc><lastmod>2`)
  const body = await read('/sitemap.xml')
  for (const path of [
    '/',
    '/store',
    '/blog',
    '/faq',
    '/status',
    '/terms',
    '/refunds',
    '/privacy',
  ]) {
    expect(body).toContain(`<loc>${site}${path}</loc>`)
  }
  expect(body).toContain(shown)
  for (const absent of [hidden, draft, later]) expect(body).not.toContain(absent)
})

test('robots.txt names the sitemap and excludes the back-office and the API', async () => {
  const body = await read('/robots.txt')
  expect(body).toContain(`Sitemap: ${site}/sitemap.xml`)
  for (const path of ['/admin', '/api/']) expect(body).toContain(`Disallow: ${path}\n`)
  // A crawler that may not fetch a page cannot see that the page asks not to be listed.
  expect(body).not.toContain('/reset-password')
})

test('the feed contains whole posts, escaped, with absolute links', async () => {
  const link = await addPost(
    'A < B & "C"\u0007',
    new Date('2020-02-03T04:05:06Z'),
    'See ![plan](/images/p.webp), [the store](/store) & <script>x</script> more.',
  )
  await expect.poll(() => read('/blog/rss.xml')).toContain(link)
  const { headers, body } = await shop.app.inject('/blog/rss.xml')
  expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8')
  expect(body).toContain('<title>Nuts &amp; Bolts Blog</title>')
  expect(body).toContain('<title>A &lt; B &amp; &quot;C&quot;</title>')
  expect(body).toContain('<pubDate>Mon, 03 Feb 2020 04:05:06 GMT</pubDate>')
  expect(body).toContain('<dc:creator>Ben “B” Ash&lt;worth</dc:creator>')
  expect(body).toContain(`src=&quot;${site}/images/p.webp`)
  expect(body).toContain(`href=&quot;${site}/store`)
  expect(body).not.toMatch(/&lt;script|Draft|Later/)
})

test('the icon is at the addresses that browsers request by default', async () => {
  const { statusCode, headers, body } = await shop.app.inject('/favicon.ico')
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml'])
  expect(body).toContain('<svg')
})
