import { once } from 'node:events'
import { Agent, get, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { httpServer } from './http-server.ts'

/** Less than the bound after which every connection is ended anyway. */
vi.setConfig({ testTimeout: 8000 })

async function listen(handler: (response: ServerResponse) => void) {
  const server = httpServer((_request, response) => handler(response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

test('a connection that never asked anything does not hold up a stop', async () => {
  const { server, port } = await listen((response) => response.end())
  const spare = connect(port, '127.0.0.1')
  await once(server, 'connection')
  await new Promise((done) => server.close(done))
  spare.destroy()
})

test('a request that has begun is answered, and its connection ends with it', async () => {
  const waiting: ServerResponse[] = []
  const { server, port } = await listen((response) => waiting.push(response))
  const agent = new Agent({ keepAlive: true })
  const asked = get({ port, host: '127.0.0.1', agent })
  const answered = once(asked, 'response')
  await once(server, 'request')
  const closed = new Promise((done) => server.close(done))
  waiting[0]!.end('all of it')
  const [response] = await answered
  expect(await response.setEncoding('utf8').toArray()).toEqual(['all of it'])
  await closed
  agent.destroy()
})
