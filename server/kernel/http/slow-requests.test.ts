import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { endSlowRequests } from './slow-requests.ts'

async function halfSend(path: string) {
  const app = fastify()
  endSlowRequests(app, 50)
  app.post('/form', () => 'taken')
  app.post('/file', { config: { takesLong: true } }, () => 'taken')
  const refused = { takesLong: true }
  app.post(
    '/refused',
    { config: refused, onRequest: async (_, reply) => reply.code(401).send() },
    () => 0,
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.setEncoding('utf8')
  const lines = [
    `POST ${path} HTTP/1.1`,
    'host: a',
    'content-type: text/plain',
    'content-length: 4',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\nab`)
  return { app, socket }
}

test('ends a request that stops halfway', async () => {
  const { app, socket } = await halfSend('/form')
  expect(await once(socket, 'data')).toEqual([expect.stringContaining('408 Request Timeout')])
  await once(socket, 'close')
  await app.close()
})

test('refuses an unwanted file without reading it', async () => {
  const { app, socket } = await halfSend('/refused')
  expect(await once(socket, 'data')).toEqual([expect.stringContaining('401 Unauthorized')])
  await once(socket, 'close')
  await app.close()
})

test('an accepted file has no time limit', async () => {
  const { app, socket } = await halfSend('/file')
  // The other request starts later, so once it has timed out, this one would have too.
  const other = await halfSend('/form')
  await once(other.socket.resume(), 'close')
  socket.write('cd')
  expect(await once(socket, 'data')).toEqual([expect.stringContaining('taken')])
  socket.destroy()
  await Promise.all([app.close(), other.app.close()])
})
