import dns from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { shareLookups } from './lookups.ts'

type Told = (error: Error | null, addresses: { address: string; family: number }[]) => void

const { lookup } = dns
afterEach(() => {
  dns.lookup = lookup
})

test('of many calls to a name that nobody answers for, one looks it up', async () => {
  const server = createServer((_request, response) => response.end('here'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const asked: { name: string; told: Told }[] = []
  dns.lookup = ((name: string, _options: object, told: Told) => {
    asked.push({ name, told })
  }) as never
  const restore = shareLookups()

  const called = (name: string) => fetch(`http://${name}:${port}`).then((answer) => answer.text())
  const answer = (name: string, error: Error | null = null) => {
    const at = asked.findIndex((each) => each.name === name)
    asked.splice(at, 1)[0]!.told(error, [{ address: '127.0.0.1', family: 4 }])
  }
  const calls = Array.from({ length: 6 }, () => called('silent.test'))
  const other = called('stripe.test')
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1))
  expect(asked.map(({ name }) => name)).toEqual(['silent.test', 'stripe.test'])
  answer('stripe.test')
  expect(await other).toBe('here')
  answer('silent.test')
  expect(await Promise.all(calls)).toEqual(Array(6).fill('here'))

  // What failed is asked again.
  const gone = called('gone.test')
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  answer('gone.test', new Error('EAI_AGAIN'))
  await expect(gone).rejects.toThrow('fetch failed')
  const back = called('gone.test')
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  answer('gone.test')
  expect(await back).toBe('here')
  restore()
  server.closeAllConnections()
  server.close()
})
