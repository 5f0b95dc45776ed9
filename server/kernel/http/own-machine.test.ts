import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { loadConfig } from '#server/kernel/config/config.ts'
import { onOwnMachine } from './own-machine.ts'

let server: ReturnType<typeof createServer>
afterEach(() => server.close())

async function ask(env: Record<string, string>, headers: Record<string, string>, path = '/') {
  server = createServer(onOwnMachine(loadConfig(env), (_request, response) => response.end('shop')))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const asked = request({ port, host: '127.0.0.1', path, headers }).end()
  const [response] = await once(asked, 'response')
  const said = await response.setEncoding('utf8').toArray()
  server.close()
  return [response.statusCode, said.join('')]
}

test('default test mode only answers requests from its own machine', async () => {
  for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000', 'api.localhost:3000']) {
    expect(await ask({}, { host })).toEqual([200, 'shop'])
  }
  const strangers: Record<string, string>[] = [
    { host: 'evil.example' },
    { host: 'localhost.evil.example' },
    { host: 'a b' },
    { host: 'localhost', 'x-forwarded-for': '203.0.113.7' },
    { host: '127.0.0.1:3000', 'x-real-ip': '203.0.113.7' },
    { host: '127.0.0.1:3000', via: '1.1 proxy' },
  ]
  for (const headers of strangers) {
    const [status, said] = await ask({}, headers)
    expect([status, said]).toEqual([421, expect.stringContaining('SANDBOX=1')])
  }
})

test('API clients get the refusal in the API format', async () => {
  for (const [host, path] of [
    ['evil.example', '/api/products?page=1'],
    ['evil.example', '/api'],
    ['API.evil.example', '/products'],
  ] as const) {
    const [status, said] = await ask({}, { host }, path)
    expect([status, JSON.parse(said as string)]).toEqual([
      421,
      { code: 'own_machine_only', detail: expect.stringContaining('SANDBOX=1') },
    ])
  }
  expect((await ask({}, { host: 'evil.example' }, '/apiary'))[1]).toMatch(/^This shop/)
})

test('explicit test mode and a real shop answer everyone', async () => {
  const headers = { host: 'shop.example', 'x-forwarded-for': '203.0.113.7' }
  expect(await ask({ SANDBOX: '1' }, headers)).toEqual([200, 'shop'])
  expect(await ask({ SITE_URL: 'https://shop.example' }, headers)).toEqual([200, 'shop'])
})
