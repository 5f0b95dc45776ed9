import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assets } from './assets.ts'

const script = 'console.log("a script")\n'.repeat(50)
const app = fastify({ routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true } })
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'loadout-assets-'))
  await writeFile(path.join(folder, 'main-1a2b.js'), script)
  await writeFile(path.join(folder, 'main-1a2b.js.br'), brotliCompressSync(script))
  await writeFile(path.join(folder, 'main-1a2b.js.gz'), gzipSync(script))
  await writeFile(path.join(folder, 'face-3c4d.woff2'), 'a typeface')
  await assets(app, folder)
  app.get('/*', async () => 'a page')
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

function get(name: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  return app.inject({ method, url: `/assets/${name}`, headers })
}

test('sends a script compressed as the browser accepts it, cacheable forever', async () => {
  const plain = await get('main-1a2b.js')
  expect(plain.body).toBe(script)
  const brotli = await get('main-1a2b.js', { 'accept-encoding': 'gzip, deflate, br, zstd' })
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script)
  const zipped = await get('main-1a2b.js', { 'accept-encoding': 'gzip' })
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(script)
  const said = [plain, brotli, zipped].map(({ headers }) => headers)
  expect(said.map((headers) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip'])
  for (const headers of said) {
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript/)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers.vary).toBe('accept-encoding')
  }
})

test('sends a file without a compressed copy as it is, whole or in parts', async () => {
  const whole = await get('face-3c4d.woff2', { 'accept-encoding': 'gzip, br' })
  expect([whole.body, whole.headers['content-type']]).toEqual(['a typeface', 'font/woff2'])
  const part = await get('face-3c4d.woff2', { range: 'bytes=2-5' })
  expect([part.statusCode, part.body]).toEqual([206, 'type'])
})

test('HEAD returns the headers only, and unchanged files return 304', async () => {
  const packed = { 'accept-encoding': 'br' }
  const { headers } = await get('main-1a2b.js', packed)
  const head = await get('main-1a2b.js', packed, 'HEAD')
  expect([head.statusCode, head.body]).toEqual([200, ''])
  expect(head.headers['content-length']).toBe(headers['content-length'])
  const known = await get('main-1a2b.js', { ...packed, 'if-none-match': String(headers.etag) })
  expect([known.statusCode, known.body]).toEqual([304, ''])
})

test.each([
  'gone-5e6f.js',
  '..%2fassets.test.ts',
  'folder/main-1a2b.js',
  'MAIN-1a2b.js',
  'main-1a2b.js%00',
])('%s is not found, and no page is sent instead', async (name) => {
  const { statusCode, body } = await get(name)
  expect(statusCode).toBe(404)
  expect(body).not.toContain('a page')
})
