import { expect, test } from 'vitest'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { findUnreadable } from './unreadable.ts'

const shop = await fileFixture(openTestShop())
const admin = await signIn(shop.app, { admin: true })

const post = (url: string, payload: string, headers = {}) =>
  shop.app.inject({
    method: 'POST',
    url: `/api${url}`,
    headers: { cookie: admin.cookie, 'content-type': 'application/json', ...headers },
    payload,
  })

test('refuses characters that no text may contain, in every field, with their position', async () => {
  const key = await post('/admin/api-keys/', '{"name":"a\\ud800"}')
  expect([key.statusCode, key.json().detail[0].loc]).toEqual([422, ['body', 'name']])
  const module = await post(
    '/admin/modules/',
    '{"repo":"a","version":"1\\u0000","status":"offline"}',
  )
  expect([module.statusCode, module.json().detail[0].loc]).toEqual([422, ['body', 'version']])
  const session = await shop.app.inject({
    url: '/api/payment/checkout-session/%00',
    headers: { cookie: admin.cookie },
  })
  expect(session.statusCode).toBe(422)
})

test('refuses direction marks in a name', async () => {
  for (const name of ['ci\u202egnp', 'two\nlines', '\u2066x']) {
    expect((await post('/admin/api-keys/', JSON.stringify({ name }))).statusCode).toBe(422)
  }
  expect(
    (await post('/admin/api-keys/', JSON.stringify({ name: 'Ça ira · 東京' }))).statusCode,
  ).toBe(201)
})

test('asks for a missing file', async () => {
  const { statusCode, body } = await shop.app.inject({
    method: 'POST',
    url: '/api/admin/loader/traces/',
    headers: { cookie: admin.cookie },
  })
  expect([statusCode, JSON.parse(body).detail[0].loc]).toEqual([422, ['body']])
})

test('limits nesting', () => {
  let deep: unknown = 1
  for (let n = 0; n < 100_000; n++) deep = [deep]
  expect(findUnreadable('body', deep)).toMatchObject({ loc: ['body'] })
  expect(findUnreadable('body', { list: [{ name: 'x' }] })).toBeUndefined()
})
