import dns from 'node:dns'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { expect, test, vi } from 'vitest'
import { drain, httpServers } from './drain.ts'

/** Resolves `localhost` to two addresses, as many machines do. Both exist without IPv6. */
function twoAddresses() {
  const real = dns.lookup
  const both = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }))
  return vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((host: string, options: never, done: never) =>
      (options as { all?: boolean }).all && host === 'localhost'
        ? (done as (error: null, found: typeof both) => void)(null, both)
        : real(host, options, done)) as never)
}

const addresses = (app: FastifyInstance) =>
  (app.addresses() as AddressInfo[]).map(({ address, port }) => `${address}:${port}`)

test('a page requested before a stop can load its API data, at every address', async () => {
  const lookups = twoAddresses()
  const servers = httpServers()
  const app = fastify({ serverFactory: servers.open, return503OnClosing: false })
  app.decorate('servers', servers)
  const begun: (() => void)[] = []
  const all = new Promise<void>((resolve) => {
    app.get('/page', async () => {
      await new Promise<void>((goOn) => {
        begun.push(goOn)
        if (begun.length === app.addresses().length) resolve()
      })
      return (await app.inject('/api')).body
    })
  })
  app.get('/api', () => 'what it reads')
  await app.listen({ host: 'localhost', port: 0 }).finally(() => lookups.mockRestore())
  const closed = once(app.server, 'close')
  const answers = addresses(app).map((address) => fetch(`http://${address}/page`))
  await all
  const closing = new Promise<void>((resolve) => {
    const { close } = app.server
    app.server.close = (done) => {
      resolve()
      return close(done)
    }
  })
  const stopped = drain(app)
  await closing
  for (const goOn of begun) goOn()
  for (const answer of await Promise.all(answers)) {
    expect([answer.status, await answer.text()]).toEqual([200, 'what it reads'])
  }
  expect(servers.isDraining()).toBe(true)
  await closed
  await stopped
})
