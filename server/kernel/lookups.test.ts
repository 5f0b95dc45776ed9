import dns from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { shareLookups } from './lookups.ts'
import { whyUnreached } from './unreached.ts'

type Told = (error: Error | null, addresses: { address: string; family: number }[]) => void

const { lookup } = dns
afterEach(() => {
  dns.lookup = lookup
})

/** A name server that answers when it is told to, and what stands behind every name. */
async function openNames(within?: number) {
  const server = createServer((_request, response) => response.end('here'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const asked: { name: string; told: Told }[] = []
  dns.lookup = ((name: string, _options: object, told: Told) => {
    asked.push({ name, told })
  }) as never
  const restore = shareLookups(within)
  return {
    asked: () => asked.map(({ name }) => name),
    call: (name: string) => fetch(`http://${name}:${port}`).then((answer) => answer.text()),
    answer(name: string, error: Error | null = null) {
      const at = asked.findIndex((each) => each.name === name)
      asked.splice(at, 1)[0]!.told(error, [{ address: '127.0.0.1', family: 4 }])
    },
    close() {
      restore()
      server.closeAllConnections()
      server.close()
    },
  }
}

test('of many calls to a name that nobody answers for, one looks it up', async () => {
  const { asked, call, answer, close } = await openNames()
  const calls = Array.from({ length: 6 }, () => call('silent.test'))
  const other = call('stripe.test')
  await vi.waitFor(() => expect(asked()).toEqual(['silent.test', 'stripe.test']))
  answer('stripe.test')
  expect(await other).toBe('here')
  answer('silent.test')
  expect(await Promise.all(calls)).toEqual(Array(6).fill('here'))

  // What failed is asked again.
  const gone = call('gone.test')
  await vi.waitFor(() => expect(asked()).toEqual(['gone.test']))
  answer('gone.test', new Error('EAI_AGAIN'))
  await expect(gone).rejects.toThrow('fetch failed')
  const back = call('gone.test')
  await vi.waitFor(() => expect(asked()).toEqual(['gone.test']))
  answer('gone.test')
  expect(await back).toBe('here')
  close()
})

test('nobody waits for a name without a limit, and a late answer is told to nobody', async () => {
  const { asked, call, answer, close } = await openNames(200)
  const reason = (error: Error) => whyUnreached(error)
  expect(await call('silent.test').catch(reason)).toBe(
    'the name silent.test cannot be looked up now (EAI_AGAIN)',
  )
  answer('silent.test')
  const next = call('silent.test')
  await vi.waitFor(() => expect(asked()).toEqual(['silent.test']))
  answer('silent.test')
  expect(await next).toBe('here')
  close()
})
