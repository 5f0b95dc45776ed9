import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { get } from 'node:http'
import { json } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { findProduct } from './cart.ts'
import { atBothWidths, expect, phone, test } from './test.ts'

atBothWidths(() => {
  test('the store is searched and filtered by price', async ({ page }) => {
    await page.goto('/store')
    const products = page.getByRole('main').getByRole('listitem')
    // On a phone, a button shows the other filters.
    const filter = page.getByRole('button', { name: /^Filter/ })
    if (await filter.isVisible()) await filter.click()
    await page.getByRole('slider', { name: 'Max price' }).fill('5')
    await expect(products).toHaveCount(1)
    await expect(products).toContainText('Debt to the Lantern')
    await page.getByPlaceholder('Search games...').fill('tonnage')
    await page.getByRole('button', { name: 'Show all games' }).click()
    await expect(products.filter({ hasText: 'Tonnage' })).toBeVisible()
  })
})

test.describe('desktop', () => {
  test('a hidden product opens by its link and is listed nowhere', async ({ page, shop }) => {
    const product = await findProduct(shop.db, 'project-kestrel')
    await page.goto('/store')
    await expect(page.getByRole('heading', { name: 'Counter-Strike 2' })).toBeVisible()
    await expect(page.getByText(product.name)).toHaveCount(0)
    await page.getByPlaceholder('Search games...').fill(product.name)
    await expect(page.getByText('No games found matching your criteria')).toBeVisible()
    await page.goto(`/product/${product.id}`)
    await expect(page.getByRole('heading', { name: product.name })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add to Cart' }).first()).toBeEnabled()
  })

  test('a disabled product is shown but not sold', async ({ page, shop }) => {
    const product = await findProduct(shop.db, 'neon-parish')
    await page.goto(`/product/${product.id}`)
    await expect(page.getByText('Currently unavailable')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add to Cart' }).first()).toBeDisabled()
  })

  test('an unknown page says so and links back', async ({ page, consoleErrors }) => {
    consoleErrors.expected.push(/404 /)
    await page.goto('/product/999999')
    await expect(page.getByRole('heading', { name: sentence('unknown_product') })).toBeVisible()
    await page.getByRole('link', { name: 'Back to Store' }).click()
    await expect(page).toHaveURL('/store')
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await page.getByRole('button', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/store')
  })
})

atBothWidths(() => {
  test('Back from a product returns to the place in the store', async ({ page }) => {
    await page.goto('/store')
    const card = page.getByRole('link', { name: /^View Details/ }).last()
    const scrollY = () => page.evaluate(() => window.scrollY)
    for (let visit = 0; visit < 2; visit += 1) {
      // `click` may scroll before it clicks.
      await card.hover()
      const place = await scrollY()
      expect(place).toBeGreaterThan(400)
      await page.mouse.down()
      await page.mouse.up()
      await expect(page.getByRole('button', { name: 'Add to Cart' }).first()).toBeVisible()
      await page.goBack()
      await expect(card).toBeVisible()
      await expect.poll(scrollY).toBe(place)
    }
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a bar with the plan and the total replaces the button that is out of view', async ({
    page,
    shop,
  }) => {
    const { id } = await findProduct(shop.db, 'cs2')
    await page.goto(`/product/${id}?plan=3m`)
    const bar = page.locator('.buy-bar')
    await expect(page.getByRole('button', { name: 'Add to Cart' }).first()).toBeInViewport({
      ratio: 1,
    })
    await expect(bar).toBeHidden()
    await page.mouse.wheel(0, 50_000)
    await expect(bar).toContainText('3 Months')
    await expect(bar).toContainText('$53.97')
    const top = async () => (await bar.boundingBox())!.y
    const lowest = page.locator('footer a').last()
    await expect
      .poll(async () => {
        const { y, height } = (await lowest.boundingBox())!
        return y + height <= (await top())
      })
      .toBe(true)
    await bar.getByRole('button', { name: 'Add to Cart' }).click()
    const { y, height } = (await page.getByText('added to cart').boundingBox())!
    expect(y + height).toBeLessThan(await top())
    await expect(bar.getByRole('link', { name: 'View Cart' })).toBeVisible()
  })
})

test('a reload and a shared link keep the filter of the store', async ({ page, context }) => {
  await page.goto('/store')
  await page.getByLabel('Search games').fill('counter')
  await expect(page).toHaveURL('/store?q=counter')
  await page.reload()
  await expect(page.getByLabel('Search games')).toHaveValue('counter')
  await expect(page.getByRole('link', { name: /^View Details/ })).toHaveCount(1)
  const other = await context.newPage()
  await other.goto('/store?q=counter&max=5')
  await expect(other.getByText('No games found matching your criteria')).toBeVisible()
  await other.getByRole('button', { name: 'Show all games' }).click()
  await expect(other).toHaveURL('/store')
})

test('the URL of the store contains the category and the sort order', async ({ page, shop }) => {
  const { id } = await findProduct(shop.db, 'nine-thousand')
  await page.goto(`/product/${id}`)
  await page.getByRole('link', { name: 'Racing' }).click()
  const names = page.getByRole('main').getByRole('listitem').getByRole('heading')
  await expect(names).toHaveText(['Nine Thousand'])
  await page.getByRole('button', { name: 'Shooter' }).click()
  await page.getByLabel('Sort by').selectOption('Price: high to low')
  await expect(page).toHaveURL('/store?category=Shooter&sort=price-desc')
  await page.reload()
  await expect(names.first()).toHaveText('Dead Freight')
  await expect(page.getByRole('button', { name: 'Shooter' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a link to a plan selects it and shows its price', async ({ page, shop }) => {
    const product = await findProduct(shop.db, 'cs2')
    await page.goto(`/product/${product.id}?plan=3m`)
    await expect(page.getByRole('radio', { name: '3 Months' })).toBeChecked()
    await expect(page.getByRole('status').filter({ hasText: 'Total' })).toContainText('$53.97')
  })
})

test('forms evaluate no code, as the content security policy demands', async ({ page, shop }) => {
  const { id } = await findProduct(shop.db, 'cs2')
  const violations: string[] = []
  await page.exposeFunction('report', (directive: string) => violations.push(directive))
  await page.addInitScript(() => {
    const { report } = window as never as { report: (directive: string) => void }
    document.addEventListener('securitypolicyviolation', (event) =>
      report(`${event.effectiveDirective} ${event.blockedURI}`),
    )
  })
  for (const address of [`/product/${id}`, '/login']) {
    // Returns once the scripts have run. Chromium sometimes reports no end of a worker's request, so
    // the network may never become idle.
    await page.goto(address)
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(() => idle(undefined))))
  }
  expect(violations).toEqual([])
})

test('each image is loaded in one format, at a width that fits the phone', async ({ page }) => {
  await page.setViewportSize(phone)
  const fetched: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/images/')) fetched.push(request.url())
  })
  await page.goto('/store', { waitUntil: 'networkidle' })
  await expect.poll(() => fetched.length).toBeGreaterThan(2)
  expect(fetched.filter((url) => !url.endsWith('-320.avif'))).toEqual([])
})

test('a changed product is shown at once, although pages are cached', async ({ page, shop }) => {
  const { id } = await shop.db
    .insertInto('products')
    .values({ slug: 'first-name', name: 'First Name', description: '', price_cents: 6000 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const seen = async () => (await page.request.get('/store')).text()
  await expect.poll(seen).toContain('First Name')
  expect((await page.request.get(`/product/${id}`)).status()).toBe(200)
  await shop.db.updateTable('products').set({ name: 'Second Name' }).where('id', '=', id).execute()
  await expect.poll(seen, { intervals: [20] }).toContain('Second Name')
  await page.goto(`/product/${id}`)
  await expect(page.getByRole('heading', { name: 'Second Name' })).toBeVisible()
  await shop.db.deleteFrom('products').where('id', '=', id).execute()
  await expect.poll(seen, { intervals: [20] }).not.toContain('Second Name')
  expect((await page.request.get(`/product/${id}`)).status()).toBe(404)
})

for (const path of ['/', '/store', '/product/1', '/checkout', '/dashboard']) {
  test(`${path} is identical for every visitor and allows only its own scripts`, async ({
    shop,
  }) => {
    const response = await fetch(shop.url + path, { headers: { cookie: 'session=x; signed_in=1' } })
    const html = await response.text()
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(await (await fetch(shop.url + path)).text()).toBe(html)

    const policy = response.headers.get('content-security-policy')!
    const sources = /script-src ([^;]+)/.exec(policy)![1]!.split(' ')
    expect(sources).not.toContain("'unsafe-inline'")
    const inline = [...html.matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/gs)]
    expect(inline.length).toBeGreaterThan(0)
    for (const [, code] of inline) {
      const hash = createHash('sha256').update(code!).digest('base64')
      expect(sources).toContain(`'sha256-${hash}'`)
    }

    const etag = response.headers.get('etag')!
    const again = await fetch(shop.url + path, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })
}

test('an unknown API path returns the standard API error', async ({ page }) => {
  for (const path of ['/api', '/api/', '/api/nope', '/api/admin/overview/nope']) {
    const answer = await page.request.get(path, { headers: { accept: 'text/html' } })
    expect(answer.status()).toBe(404)
    expect(await answer.json()).toEqual({
      code: 'not_found',
      detail: sentence('not_found'),
    })
  }
})

test('an unknown path on the API host returns an API error', async ({ shop }) => {
  const { port } = new URL(shop.url)
  const asked = get({ port, path: '/nope', headers: { host: `api.localhost:${port}` } })
  const [answer] = await once(asked, 'response')
  expect([answer.statusCode, await json(answer)]).toEqual([
    404,
    { code: 'not_found', detail: sentence('not_found') },
  ])
})

test('a malformed URL shows the not-found page, and a malformed API URL returns JSON', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/404/)
  for (const path of ['/%E0%A4%A', '/%', '/nope/%zz?x=%']) {
    const answer = await page.goto(path)
    expect(answer!.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  }
  const refused = await page.request.get('/api/%E0%A4%A')
  expect([refused.status(), (await refused.json()).code]).toEqual([400, 'bad_request'])
})

test('on an unknown page without a previous page, Go Back opens the home page', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/404/)
  await page.goto('/no/such/page')
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL('/')
})

test('a page without a form loads no code for forms or validation', async ({ page, shop }) => {
  const html = await (await page.request.get('/store')).text()
  const files = [...new Set(html.match(/\/assets\/[\w.-]+\.js/g))]
  expect(files.filter((file) => /\/(forms|schemas)-/.test(file))).toEqual([])
  const sizes = files.map(async (file) => {
    const script = await (await fetch(shop.url + file)).arrayBuffer()
    return gzipSync(script).length
  })
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(100_000)
  // React is more than two thirds of it. The icons that only staff see would be a twentieth.
  expect(bytes).toBeLessThan(152_000)
})
