import dns, { type LookupAddress, type LookupOptions } from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { shareLookups } from './lookups.ts'
import { whyUnreached } from './unreached.ts'

type Told = (error: Error | null, ...answer: unknown[]) => void

const { lookup } = dns
afterEach(() => {
  vi.useRealTimers()
  dns.lookup = lookup
})

const here = () => ({ address: '127.0.0.1', family: 4 })

/** A name server that responds when the test tells it to, and an HTTP server behind every name. */
async function openNames(within?: number) {
  const server = createServer((_request, response) => response.end('here'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const asked: { name: string; all: boolean | undefined; told: Told }[] = []
  function ask(name: string, { all, family }: LookupOptions, told: Told) {
    if (family === 5) throw new TypeError('There is no family 5')
    asked.push({ name, all, told })
  }
  dns.lookup = Object.defineProperties(ask, Object.getOwnPropertyDescriptors(lookup)) as never
  const restore = shareLookups(within)
  return {
    asked: () => asked.map(({ name }) => name),
    call: (name: string) => fetch(`http://${name}:${port}`).then((answer) => answer.text()),
    answer(name: string, error: Error | null = null) {
      const at = asked.findIndex((each) => each.name === name)
      const { all, told } = asked.splice(at, 1)[0]!
      if (all) told(error, [here()])
      else told(error, here().address, here().family)
    },
    close() {
      restore()
      server.closeAllConnections()
      server.close()
    },
  }
}

test('concurrent calls to an unresponsive name share one lookup', async () => {
  const { asked, call, answer, close } = await openNames()
  const calls = Array.from({ length: 6 }, () => call('silent.test'))
  const other = call('stripe.test')
  await expect.poll(asked).toEqual(['silent.test', 'stripe.test'])
  answer('stripe.test')
  expect(await other).toBe('here')
  answer('silent.test')
  expect(await Promise.all(calls)).toEqual(Array(6).fill('here'))

  const gone = call('gone.test')
  await expect.poll(asked).toEqual(['gone.test'])
  answer('gone.test', new Error('EAI_AGAIN'))
  await expect(gone).rejects.toThrow('fetch failed')
  const back = call('gone.test')
  await expect.poll(asked).toEqual(['gone.test'])
  answer('gone.test')
  expect(await back).toBe('here')
  close()
})

test('a lookup has a timeout, and a late answer is ignored', async () => {
  const { asked, call, answer, close } = await openNames(2000)
  const reason = (error: Error) => whyUnreached(error)
  expect(await call('silent.test').catch(reason)).toBe(
    'the name silent.test cannot be resolved right now (EAI_AGAIN)',
  )
  answer('silent.test')
  const next = call('silent.test')
  await expect.poll(asked).toEqual(['silent.test'])
  answer('silent.test')
  expect(await next).toBe('here')
  close()
})

test('a lookup waits eight seconds, enough for a second name server', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { answer, close } = await openNames()
  const ask = promisify(dns.lookup)
  const late = ask('late.test')
  const silent = ask('silent.test').catch((error: Error) => error)
  vi.advanceTimersByTime(7999)
  answer('late.test')
  expect(await late).toEqual(here())
  vi.advanceTimersByTime(1)
  expect(await silent).toMatchObject({ code: 'EAI_AGAIN', hostname: 'silent.test' })
  close()
})

test('concurrent callers share one lookup and get separate address lists', async () => {
  const { asked, answer, close } = await openNames()
  const ask = promisify(dns.lookup)
  const all = { all: true } as const
  const both = [ask('one.test', all), ask('one.test', all)]
  const only = [ask('one.test'), ask('one.test', 4), ask('one.test', { family: 4 })]
  expect(asked()).toEqual(['one.test', 'one.test', 'one.test'])
  while (asked().length > 0) answer('one.test')
  expect(await Promise.all(only)).toEqual([here(), here(), here()])
  const [mine, yours] = (await Promise.all(both)) as [LookupAddress[], LookupAddress[]]
  mine.pop()
  expect(yours).toEqual([here()])
  close()
})

test('an invalid call throws immediately and never calls back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { close } = await openNames()
  const told = vi.fn()
  for (const _ of [1, 2])
    expect(() => dns.lookup('wrong.test', { family: 5 }, told)).toThrow('There is no family 5')
  vi.advanceTimersByTime(60_000)
  expect(told).not.toHaveBeenCalled()
  close()
})

test('a callback that throws does not affect the others', async () => {
  const { answer, close } = await openNames()
  const listeners = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  onTestFinished(() => {
    for (const listener of listeners) process.on('uncaughtException', listener)
  })
  const thrown = once(process, 'uncaughtException')
  dns.lookup('one.test', () => {
    throw new Error('Mine alone')
  })
  const other = new Promise((resolve) => dns.lookup('one.test', (_, address) => resolve(address)))
  answer('one.test')
  expect(await other).toBe('127.0.0.1')
  expect(await thrown).toMatchObject([{ message: 'Mine alone' }, 'uncaughtException'])
  close()
})
