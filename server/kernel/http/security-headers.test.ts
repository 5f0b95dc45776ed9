import { expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop())

test('API responses forbid scripts and frames, and pages forbid sensors', async () => {
  for (const url of ['/api/status/', '/api/user/orders', '/api/nothing', '/api/games/0']) {
    const { headers } = await shop.app.inject({ url })
    expect(headers['content-security-policy'], url).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    )
    expect(headers['permissions-policy']).toContain('camera=()')
  }
  const docs = await shop.app.inject('/api/docs')
  expect(docs.headers['content-security-policy']).toContain('style-src')
})

test('an unreadable API address is refused like any other request', async () => {
  for (const url of ['/api/games/%ff', '/api/%']) {
    const { statusCode, headers, body } = await shop.app.inject({ url })
    expect([statusCode, JSON.parse(body).code]).toEqual([400, 'bad_request'])
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
})

test('refuses requests that another site triggers, with or without an origin', async () => {
  const post = (headers: Record<string, string>) =>
    shop.app.inject({ method: 'POST', url: '/api/logout', headers })
  expect((await post({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  expect((await post({ 'sec-fetch-site': 'same-site' })).statusCode).toBe(403)
  expect((await post({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
  expect((await post({ origin: 'https://evil.example' })).statusCode).toBe(403)
  expect((await post({})).statusCode).toBe(200)
  const origin = shop.shop.config.siteUrl
  expect((await post({ origin, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(200)
})
