import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningSandbox } from './main.ts'
import { startTestSandbox, startTestShop, type TestShop } from './test-shop.ts'

let shop: TestShop
let sandbox: RunningSandbox

beforeAll(async () => {
  shop = await startTestShop()
  sandbox = await startTestSandbox(shop, { siteUrl: 'https://shop.example' })
})
afterAll(async () => {
  await sandbox.stop()
  await shop.stop()
})

/** Sends a request with custom headers, including Host, which fetch does not allow. */
function send(method: string, path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
    request(sandbox.url + path, { method, headers }, (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0, headers: response.headers })
    })
      .on('error', reject)
      .end()
  })
}

describe('the control API', () => {
  test.each<[string, Record<string, string>, number]>([
    ['a program', {}, 200],
    ['its own pages', { origin: 'own', 'sec-fetch-site': 'same-origin' }, 200],
    ['the shop’s pages', { origin: 'https://shop.example' }, 403],
    ['another page', { origin: 'https://evil.example' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['a picture on another page', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }, 403],
  ])('hears %s: %o', async (_who, headers, status) => {
    const origin = headers.origin === 'own' ? sandbox.url : headers.origin
    const answer = await send('POST', '/control/reset', { ...headers, ...(origin && { origin }) })
    expect(answer.status).toBe(status)
  })
})

test('a foreign name that leads here is turned away everywhere', async () => {
  for (const path of ['/', '/mail', '/stripe/js/stripe.js', '/control/switches'])
    expect((await send('GET', path, { host: 'evil.example' })).status).toBe(421)
  expect((await send('GET', '/', { host: `localhost:${new URL(sandbox.url).port}` })).status).toBe(
    200,
  )
})

test.each([
  ['https://shop.example', true],
  ['http://localhost:3000', true],
  ['http://127.0.0.1:4321', true],
  ['https://evil.example', false],
  ['https://localhost.evil.example', false],
])('the card form may be called from %s: %s', async (origin, allowed) => {
  const answer = await send('OPTIONS', '/stripe/client/session', {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  })
  expect(answer.headers['access-control-allow-origin']).toBe(allowed ? origin : undefined)
})
