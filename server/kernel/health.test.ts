import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from './testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('a process tells that it lives and that it is ready', async () => {
  for (const url of ['/health/live', '/health/ready']) {
    const { statusCode, body } = await shop.app.inject(url)
    expect([statusCode, JSON.parse(body)]).toEqual([200, { status: 'ok' }])
  }
})

test('metrics name routes, and are not for those who come through the public proxy', async () => {
  await shop.app.inject('/api/games/4711')
  const { body } = await shop.app.inject('/metrics')
  expect(body).toContain('route="/api/games/:id",status="404"')
  const outside = await shop.app.inject({
    url: '/metrics',
    headers: { 'x-forwarded-for': '203.0.113.7' },
  })
  expect(outside.statusCode).toBe(404)
})
