import fastify from 'fastify'
import { expect, test } from 'vitest'
import { type CachedResponse, prepareResponse } from './cached-response.ts'

async function prepare(content: string, type: string): Promise<CachedResponse> {
  const app = fastify()
  let made: CachedResponse | undefined
  app.get('/', async (_request, reply) => {
    made = await prepareResponse(reply, content, { 'content-type': type })
    return ''
  })
  await app.inject('/')
  return made!
}

test('compresses text once, and pictures never', async () => {
  const picture = await prepare('bytes', 'image/png')
  expect([picture.br, picture.gzip]).toEqual([undefined, undefined])
  expect(picture.unchanged).not.toContain('vary')
  const text = await prepare('text', 'text/html')
  expect(text.br!.head).toContain('br')
  expect(text.gzip!.head).toContain('gzip')
  expect(text.unchanged).toContain('vary')
})

test('the weight includes every copy and the headers', async () => {
  const { bytes, identity, br, gzip } = await prepare('x'.repeat(10_000), 'text/html')
  const bodies = identity.body.length + br!.body.length + gzip!.body.length
  expect(bytes).toBeGreaterThan(bodies)
})
