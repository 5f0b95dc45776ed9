import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { logs } from '#contract/platform/logs.ts'
import { settings } from '#contract/platform/settings.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { openTestShop, type TestShop } from '#server/kernel/testing/shop.ts'

let shop: TestShop
let support: Awaited<ReturnType<typeof signIn>>
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  shop = await openTestShop({ env: { RATE_LIMITS: 'on' } })
  support = await signIn(shop.app, { support: true })
})
afterEach(async () => {
  vi.useRealTimers()
  await shop.close()
})

async function told() {
  const { body } = await shop.call(logs.list, { query: { source: 'access' } }, support)
  return body.logs
    .map(({ message, level, username, details }) => ({ message, level, username, ...details }))
    .sort((a, b) => a.message.localeCompare(b.message))
}

type Details = { from: string }
const from = (address: string, headers = {}) => ({ 'x-forwarded-for': address, ...headers })

test('logs refused requests once for each visitor and kind, with their number', async () => {
  for (let n = 0; n < 3; n++) {
    const call = { ...support, headers: from('203.0.113.7') }
    expect((await shop.call(settings.get, {}, call)).status).toBe(403)
  }
  const foreign = from('2001:db8:1:2::3', { origin: 'https://evil.example' })
  const url = '/api/logout?token=secret'
  await shop.app.inject({ method: 'POST', url, headers: foreign })
  for (let n = 0; n < 40; n++) {
    await shop.app.inject({ method: 'POST', url: '/api/login', headers: from('203.0.113.8') })
  }
  expect(await told()).toEqual([])
  vi.advanceTimersByTime(10 * 60_000)
  await expect.poll(told).toEqual([
    {
      message: 'Requests from another site refused',
      level: 2,
      username: 'system',
      call: 'POST /logout',
      from: '2001:db8:1::/48',
      times: 1,
    },
    {
      message: 'Requests refused by rate limits',
      level: 2,
      username: 'system',
      call: 'POST /login',
      from: '203.0.113.0/24',
      times: 20,
    },
    {
      message: 'Requests refused for lack of permission',
      level: 2,
      username: support.user.username,
      call: 'GET /admin/settings/',
      from: '203.0.113.0/24',
      times: 3,
    },
  ])
  vi.advanceTimersByTime(10 * 60_000)
  expect(await told()).toHaveLength(3)
})

test('logs only a few entries for any number of visitors', async () => {
  for (let n = 0; n < 300; n++) {
    const headers = from(`198.51.${n % 2}.${n >> 1}`, { origin: 'https://evil.example' })
    await shop.app.inject({ method: 'POST', url: '/api/logout', headers })
  }
  vi.advanceTimersByTime(10 * 60_000)
  const entries = () =>
    shop.db.selectFrom('logs').select('details').where('type', '=', 'access').execute()
  await expect.poll(async () => (await entries()).length).toBe(51)
  const others = (await entries()).filter(({ details }) => (details as Details).from === 'others')
  expect(others).toMatchObject([{ details: { times: 250 } }])
})

test('a process logs its counts when it stops', async () => {
  const call = { ...support, headers: from('203.0.113.7') }
  await shop.call(settings.get, {}, call)
  await shop.app.close()
  const entries = await shop.db
    .selectFrom('logs')
    .select('message')
    .where('type', '=', 'access')
    .execute()
  expect(entries).toEqual([{ message: 'Requests refused for lack of permission' }])
})
