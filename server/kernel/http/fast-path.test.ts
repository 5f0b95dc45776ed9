import { once } from 'node:events'
import {
  Agent,
  request as ask,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const token = 'a-token-for-prometheus-of-32-letters'

const shop = await fileFixture(
  openTestShop({
    env: {
      SITE_URL: 'https://shop.example',
      API_URL: 'https://api.shop.example',
      RATE_LIMITS: 'on',
      METRICS_TOKEN: token,
    },
  }),
)
const address = await shop.app.listen({ port: 0, host: '127.0.0.1' })
const port = Number(new URL(address).port)
// A cached response is removed when the change is announced. After that no change is pending.
await slowly('/api/games')
await addProduct(shop.db, { slug: 'one', name: 'One', price_cents: 999 })
await vi.waitFor(async () => {
  expect(String((await slowly('/api/games')).body)).toContain('One')
}, 60_000)

type Got = { status: number; headers: IncomingHttpHeaders; body: Buffer }

async function get(path: string, headers: OutgoingHttpHeaders = {}, method = 'GET'): Promise<Got> {
  return send({ port, path, method, headers })
}

async function send(options: RequestOptions): Promise<Got> {
  const asked = ask({ host: '127.0.0.1', ...options })
  asked.end()
  const [response] = await once(asked, 'response')
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
}

/** Sends the request through routes and hooks. */
async function slowly(url: string, headers: Record<string, string> = {}): Promise<Got> {
  const { statusCode, headers: had, rawPayload } = await shop.app.inject({ url, headers })
  return { status: statusCode, headers: had as IncomingHttpHeaders, body: rawPayload }
}

/** Removes headers that differ by connection or by second. */
function lasting({ headers, ...rest }: Got) {
  const { date, connection, 'keep-alive': _, ...others } = headers
  expect(date).toBeTruthy()
  return { ...rest, headers: others }
}

const addresses = ['/api/games', '/api/blogs/', '/api/docs', '/api/openapi.json', '/robots.txt']

test.each(addresses)('%s has the same bytes and headers on both paths', async (path) => {
  const ways: Record<string, string>[] = [
    {},
    { 'accept-encoding': 'gzip, deflate, br, zstd' },
    { 'accept-encoding': 'gzip, br;q=0' },
    { 'accept-encoding': 'gzip', origin: 'https://shop.example' },
  ]
  for (const headers of ways) {
    const slow = await slowly(path, headers)
    expect(shop.shop.cache.find(path)).toBeDefined()
    const fast = await get(path, headers)
    expect(lasting(fast)).toEqual(lasting(slow))
    expect(fast.headers['x-content-type-options']).toBe('nosniff')
    expect(fast.headers['strict-transport-security']).toBeTruthy()
  }
})

test('every encoding contains the same text', async () => {
  const plain = await get('/api/games')
  const brotli = await get('/api/games', { 'accept-encoding': 'br' })
  const zipped = await get('/api/games', { 'accept-encoding': 'gzip, br;q=0' })
  expect([brotli, zipped].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip'])
  expect(brotliDecompressSync(brotli.body)).toEqual(plain.body)
  expect(gunzipSync(zipped.body)).toEqual(plain.body)
  expect(JSON.parse(plain.body.toString())).toHaveLength(1)
})

test('returns 304 for an unchanged response on both paths', async () => {
  const { headers } = await get('/api/games')
  const known = { 'if-none-match': String(headers.etag) }
  const fast = await get('/api/games', known)
  expect([fast.status, fast.body.length]).toEqual([304, 0])
  expect(lasting(fast)).toEqual(lasting(await slowly('/api/games', known)))
})

test('HEAD returns the headers only, also on the API’s host', async () => {
  const { headers } = await get('/api/games')
  const head = await get('/api/games', {}, 'HEAD')
  expect([head.status, head.body.length]).toEqual([200, 0])
  expect(head.headers['content-length']).toBe(headers['content-length'])
  const there = await get('/games', { host: 'api.shop.example', origin: 'https://shop.example' })
  expect(there.headers['access-control-allow-origin']).toBe('https://shop.example')
  expect(there.headers.etag).toBe(headers.etag)
})

test('changes and maintenance mode invalidate cached responses', async () => {
  await get('/api/games')
  await shop.db.updateTable('products').set({ name: 'Another' }).execute()
  await expect.poll(async () => (await get('/api/games')).body.toString()).toContain('Another')
  await shop.db.updateTable('settings').set({ maintenance_mode: true }).execute()
  await expect.poll(async () => (await get('/api/games')).status).toBe(503)
  await shop.db.updateTable('settings').set({ maintenance_mode: false }).execute()
  await expect.poll(async () => (await get('/api/games')).status).toBe(200)
})

test('metrics count both paths under the route', async () => {
  const count = async () => {
    const { body } = await get('/metrics', { authorization: `Bearer ${token}` })
    const line =
      /^http_request_duration_seconds_count\{method="GET",route="\/sitemap.xml",status="200"\} (\d+)$/m
    return Number(line.exec(body.toString())?.[1] ?? 0)
  }
  // The sitemap has not been requested yet, so no earlier response is counted late.
  expect(await count()).toBe(0)
  expect(shop.shop.cache.find('/sitemap.xml')).toBeUndefined()
  await get('/sitemap.xml')
  expect(shop.shop.cache.find('/sitemap.xml')).toBeDefined()
  await get('/sitemap.xml')
  await get('//sitemap.xml')
  await expect.poll(count).toBe(3)
})

test('many spellings of one address share one entry', async () => {
  for (const path of ['/api/games', '/api/blogs/']) await get(path)
  const { entries } = shop.shop.cache.size()
  const spellings = ['/api/ga%6Des', '//api///games', '/api/games/', '/api/games?']
  for (const spelled of spellings) expect((await get(spelled)).status).toBe(200)
  expect((await get('/api/blogs')).status).toBe(200)
  expect((await get('/share/st%6Fre.png')).status).toBe(200)
  expect((await get('/share/store.png')).status).toBe(200)
  expect(shop.shop.cache.size().entries).toBe(entries + 1)
})

test('a cached response does not hide an unknown query parameter', async () => {
  await get('/api/games')
  const { status, body } = await get('/api/games?limit=10')
  expect([status, body.toString()]).toEqual([
    422,
    expect.stringContaining('query parameter: limit'),
  ])
})

test('limits the uncached requests of an address, not the cached ones', async () => {
  // Stops time, so that the ten seconds of the limit do not pass on a busy machine.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const many = async (path: string) => {
    const statuses = new Set<number>()
    for (const _ of Array(10).keys()) {
      // With more concurrent connections the system delays some by one, three or seven seconds.
      const answers = await Promise.all(Array.from({ length: 100 }, () => get(path)))
      for (const { status } of answers) statuses.add(status)
    }
    return statuses
  }
  await get('/api/games')
  expect(shop.shop.cache.find('/api/games')).toBeDefined()
  expect(await many('/api/games')).toEqual(new Set([200]))
  await get('/robots.txt')
  expect(await many('/robots.txt?utm_source=mail')).toEqual(new Set([200]))
  expect(await many('/api//games')).toEqual(new Set([200, 429]))
  const refused = await get('/api/user')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.body.toString()).toContain('Too many requests. Please try again in')
  // Health checks and the server's own calls for its pages are not counted.
  expect((await get('/health/ready')).status).toBe(200)
  expect((await slowly('/api//games')).status).toBe(200)
})

test('sends a cached response during a stop, and closes its connection', async () => {
  const own = await openTestShop()
  const { port } = new URL(await own.app.listen({ port: 0, host: '127.0.0.1' }))
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const askAgain = (via: Agent | false) => send({ port, path: '/robots.txt', agent: via })
  expect((await askAgain(agent)).headers.connection).toBe('keep-alive')
  expect(own.shop.cache.find('/robots.txt')).toBeDefined()
  const { server } = own.app
  const stopping = new Promise<void>((resolve) => {
    const close = server.close.bind(server)
    server.close = (done) => {
      resolve()
      return close(done)
    }
  })
  const closed = own.close()
  await stopping
  const last = await Promise.all([askAgain(agent), askAgain(false)])
  expect(last.map(({ status, headers }) => [status, headers.connection])).toEqual([
    [200, 'close'],
    [200, 'close'],
  ])
  await closed
})
