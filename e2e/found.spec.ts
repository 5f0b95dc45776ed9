import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

// A search engine may not run scripts.
test.use({ javaScriptEnabled: false })

const content = (page: Page, selector: string) =>
  page.locator(`head ${selector}`).getAttribute('content')

const structured = async (page: Page) =>
  JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? 'null')

test('every public page has a title, a description and a canonical URL', async ({ page, shop }) => {
  const paths = ['/', '/store', '/product/1', '/blog', '/blogs/1', '/faq', '/status', '/privacy']
  const titles = new Set<string>()
  const descriptions = new Set<string | null>()
  for (const path of [...paths, '/campaign?code=WELCOME10']) {
    await page.goto(path)
    const address = shop.url + path.replace(/\?.*|\/$/, path === '/' ? '/' : '')
    titles.add(await page.title())
    descriptions.add(await content(page, 'meta[name=description]'))
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', address)
    expect(await content(page, 'meta[property="og:url"]')).toBe(address)
    expect(await content(page, 'meta[property="og:title"]')).toMatch(/\w/)
    expect(await content(page, 'meta[name="twitter:card"]')).toBe('summary_large_image')
    const image = await content(page, 'meta[property="og:image"]')
    expect(await content(page, 'meta[name="twitter:image"]')).toBe(image)
    const picture = await page.request.get(image!)
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png'])
  }
  expect([titles.size, descriptions.size]).toEqual([9, 9])
})

test('products and posts describe themselves to search engines', async ({ page, shop }) => {
  await page.goto('/product/1')
  expect(await structured(page)).toMatchObject({
    '@type': 'Product',
    offers: { priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
  })
  await page.goto('/blogs/1')
  expect(await structured(page)).toMatchObject({
    '@type': 'BlogPosting',
    mainEntityOfPage: `${shop.url}/blogs/1`,
    datePublished: expect.stringMatching(/Z$/),
  })
})

test('a page has one canonical URL', async ({ request, shop }) => {
  for (const [asked, plain] of [
    ['/store/', '/store'],
    ['/blog/?x=1', '/blog?x=1'],
    ['/product//1/', '/product/1'],
    ['/Store?x=A', '/store?x=A'],
  ]) {
    const answer = await request.get(asked!, { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location]).toEqual([301, plain])
  }
  expect((await request.get(`${shop.url}/`, { maxRedirects: 0 })).status()).toBe(200)
})

test('every page of the sitemap exists', async ({ request, shop }) => {
  const map = await (await request.get('/sitemap.xml')).text()
  const addresses = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address!)
  expect(addresses.length).toBeGreaterThan(10)
  for (const address of addresses) {
    expect(address.startsWith(shop.url)).toBe(true)
    expect((await request.get(address, { maxRedirects: 0 })).status(), address).toBe(200)
  }
})
