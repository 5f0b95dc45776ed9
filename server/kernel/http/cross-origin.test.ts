import { expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const site = 'https://shop.example'
const env = { SITE_URL: site, API_URL: 'https://api.shop.example', RATE_LIMITS: 'on' }

const shop = await fileFixture(openTestShop({ env }))

const list = (header: unknown) => String(header).toLowerCase().split(/,\s*/)

test('the site’s pages can make every call to an API on a separate host', async () => {
  for (const { method, path } of shop.app.endpoints) {
    const { headers } = await shop.app.inject({
      method: 'OPTIONS',
      url: path.replace(/\{\w+\}/g, '1'),
      headers: {
        host: 'api.shop.example',
        origin: site,
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type',
      },
    })
    expect(headers['access-control-allow-origin']).toBe(site)
    expect(headers['access-control-allow-credentials']).toBe('true')
    expect(list(headers['access-control-allow-methods']), `${method} ${path}`).toContain(
      method.toLowerCase(),
    )
    expect(list(headers['access-control-allow-headers'])).toContain('content-type')
  }
})

test('the site’s pages can read the retry time and the file name', async () => {
  const { headers } = await shop.app.inject({
    url: '/status/',
    headers: { host: 'api.shop.example', origin: site },
  })
  expect(list(headers['access-control-expose-headers'])).toEqual(
    expect.arrayContaining(['retry-after', 'content-disposition']),
  )
})

test('never allows the origin of another site', async () => {
  const { headers } = await shop.app.inject({
    url: '/status/',
    headers: { host: 'api.shop.example', origin: 'https://evil.example' },
  })
  expect(headers['access-control-allow-origin']).toBe(site)
})
