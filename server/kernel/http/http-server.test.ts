import { once } from 'node:events'
import { Agent, get, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { httpServer } from './http-server.ts'

/** Less than the time after which every connection is closed anyway. */
vi.setConfig({ testTimeout: 9500 })

async function listen(handler: (response: ServerResponse) => void) {
  const server = httpServer((_request, response) => handler(response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

test('an idle connection does not delay a stop', async () => {
  const { server, port } = await listen((response) => response.end())
  const spare = connect(port, '127.0.0.1')
  await once(server, 'connection')
  await new Promise((done) => server.close(done))
  spare.destroy()
})

test('a running request is answered, and its connection closes after it', async () => {
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

test('a stop under load drops no request, closes kept connections and serves new ones', async () => {
  const { server, port } = await listen((response) => response.end('all of it'))
  const agent = new Agent({ keepAlive: true })
  const ask = async (via?: Agent) => {
    const asked = get({ port, host: '127.0.0.1', agent: via ?? false })
    const [response] = await once(asked, 'response')
    await response.setEncoding('utf8').toArray()
    return response.headers.connection as string
  }
  // Two keep-alive connections: one is used again at the moment of the stop, the other never.
  const kept = await Promise.all([ask(agent), ask(agent)])
  expect(kept).toEqual(['keep-alive', 'keep-alive'])
  const again = ask(agent)
  const closed = new Promise((done) => server.close(done))
  expect(await again).toBe('close')
  expect(await ask()).toBe('close')
  expect(await ask(agent)).toBe('close')
  await closed
  await expect(ask()).rejects.toThrow('ECONNREFUSED')
  agent.destroy()
})

test('a request that arrives while the process is too busy to read it is answered despite the timeout', async () => {
  const { server, port } = await listen((response) => response.end('all of it'))
  const asks = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const kept = connect(port, '127.0.0.1').setEncoding('utf8')
  kept.write(asks)
  await once(kept, 'data')
  const closed = new Promise((done) => server.close(done))
  kept.write(asks)
  const fresh = connect(port, '127.0.0.1').setEncoding('utf8')
  fresh.write(asks)
  // By then the system has both requests, and the period that serves every request is over.
  await new Promise(process.nextTick)
  const until = performance.now() + 1200
  while (performance.now() < until);
  const heard = await Promise.all([kept.toArray(), fresh.toArray()])
  for (const answer of heard) expect(answer.join('')).toContain('all of it')
  await closed
})

test('half-sent headers block other clients for at most two seconds', async () => {
  const { server, port } = await listen((response) => response.end('served'))
  server.maxConnections = 2
  const idle = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  for (const socket of idle)
    socket.on('error', () => {}).write('GET / HTTP/1.1\r\nHost: x\r\nX-A: ')
  const ask = async () => {
    const [response] = await once(get({ port, host: '127.0.0.1', agent: false }), 'response')
    return response.setEncoding('utf8').toArray()
  }
  await expect.poll(() => ask().catch(() => null), { timeout: 8000 }).toEqual(['served'])
  for (const socket of idle) socket.destroy()
  await new Promise((done) => server.close(done))
})
