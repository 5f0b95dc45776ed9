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

test('text is compressed once, a picture not at all', async () => {
  const picture = await prepare('bytes', 'image/png')
  expect([picture.br, picture.gzip]).toEqual([undefined, undefined])
  expect(picture.unchanged).not.toContain('vary')
  const text = await prepare('text', 'text/html')
  expect(text.br!.head).toContain('br')
  expect(text.gzip!.head).toContain('gzip')
  expect(text.unchanged).toContain('vary')
})

test('its weight counts every copy and the head', async () => {
  const { bytes, identity, br, gzip } = await prepare('x'.repeat(10_000), 'text/html')
  const bodies = identity.body.length + br!.body.length + gzip!.body.length
  expect(bytes).toBeGreaterThan(bodies)
})
