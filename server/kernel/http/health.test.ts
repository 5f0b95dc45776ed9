import { expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop())

test('a process reports that it is alive and ready', async () => {
  for (const url of ['/health/live', '/health/ready']) {
    const { statusCode, body } = await shop.app.inject(url)
    expect([statusCode, JSON.parse(body)]).toEqual([200, { status: 'ok' }])
  }
})

test('metrics name routes and are only served to this machine', async () => {
  await shop.app.inject('/api/games/4711')
  const { body } = await shop.app.inject('/metrics')
  expect(body).toContain('route="/api/games/:id",status="404"')
  for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']) {
    const outside = await shop.app.inject({ url: '/metrics', headers: { [name]: '' } })
    expect(outside.statusCode, name).toBe(404)
  }
  const remote = await shop.app.inject({ url: '/metrics', remoteAddress: '10.0.0.7' })
  expect(remote.statusCode).toBe(404)
})

test('a shop on a public address serves metrics only with the token', async () => {
  const env = { SITE_URL: 'https://shop.example', RATE_LIMITS: 'on' }
  const closed = await openTestShop({ env })
  expect((await closed.app.inject('/metrics')).statusCode).toBe(404)
  await closed.close()
  const open = await openTestShop({ env: { ...env, METRICS_TOKEN: 'sixteen letters-' } })
  const ask = (authorization: string) =>
    open.app.inject({ url: '/metrics', headers: { authorization, 'x-forwarded-for': '10.0.0.7' } })
  expect((await ask('Bearer sixteen letters+')).statusCode).toBe(404)
  expect((await ask('Bearer sixteen letters-')).statusCode).toBe(200)
  await open.close()
})
