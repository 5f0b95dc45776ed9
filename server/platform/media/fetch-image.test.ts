import dns from 'node:dns'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { fetchImage } from './fetch-image.ts'
import { isPublicAddress } from './public-addresses.ts'

const answers: Record<string, RequestListener> = {
  '/picture': (_request, response) => response.end('bytes'),
  '/moved': (_request, response) => response.writeHead(302, { location: '/picture' }).end(),
  '/round': (_request, response) => response.writeHead(302, { location: '/round' }).end(),
  '/inside': (_request, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
  '/file': (_request, response) => response.writeHead(302, { location: 'file:///etc' }).end(),
  '/missing': (_request, response) => response.writeHead(404).end('no'),
  '/announced': (_request, response) =>
    response.writeHead(200, { 'content-length': 6 * 1024 * 1024 }).end(Buffer.alloc(100)),
  '/endless': (_request, response) => {
    const more = () => !response.destroyed && response.write(Buffer.alloc(64 * 1024), more)
    more()
  },
}
const server = createServer((request, response) => answers[request.url!]!(request, response))
let base: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** As in production, except that the address of the server above counts as public. */
const allowed = (address: string) => address === '127.0.0.1' || isPublicAddress(address)
const fetchHere = (path: string) => fetchImage(base + path, { allowed })

test('reads an image, also behind a redirect', async () => {
  for (const path of ['/picture', '/moved'])
    expect((await fetchHere(path)).toString()).toBe('bytes')
})

test.each([
  ['/round', sentence('image_not_fetched')],
  ['/missing', sentence('image_not_fetched')],
  ['/inside', sentence('image_url_not_public')],
  ['/file', sentence('bad_image_url')],
  ['/announced', sentence('image_too_large')],
  ['/endless', sentence('image_too_large')],
])('%s is refused: %s', async (path, message) => {
  await expect(fetchHere(path)).rejects.toMatchObject({ status: 422, message })
})

test.each([
  'http://127.0.0.1/',
  'http://0x7f.1/',
  'http://2130706433/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://10.0.0.1/',
  'http://169.254.169.254/',
])('does not connect to %s', async (address) => {
  await expect(fetchImage(address)).rejects.toMatchObject({
    code: 'image_url_not_public',
  })
})

test.each([
  { of: 'the machine', addresses: ['127.0.0.1'] },
  { of: 'its network beside a public one', addresses: ['93.184.216.34', '10.0.0.1'] },
  { of: 'nobody', addresses: [] },
])('does not connect to a name of $of', async ({ addresses }) => {
  const lookup = (_name: string, _options: object, told: (...answer: unknown[]) => void) =>
    told(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    )
  vi.spyOn(dns, 'lookup').mockImplementation(lookup as never)
  onTestFinished(() => void vi.restoreAllMocks())
  await expect(fetchImage('http://pictures.test/a.png')).rejects.toMatchObject({
    code: 'image_url_not_public',
  })
})

test('connects to public addresses', () => {
  const all = [
    ...['1.1.1.1', '93.184.216.34', '172.15.0.1', '172.32.0.1', '2606:4700::1111'],
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.9.9.9', '172.16.0.1', '192.168.1.1'],
    ...['224.0.0.1', '255.255.255.255', '::', '::1', 'fe80::1', 'fc00::1', '2002:7f00:1::'],
    ...['::ffff:10.0.0.1', '64:ff9b::7f00:1', '2001:db8::1', 'example.com', ''],
  ]
  expect(all.filter(isPublicAddress)).toEqual(all.slice(0, 5))
})
