import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sessions } from '#contract/platform/sessions.ts'
import { loadConfig } from '#server/kernel/config/config.ts'
import { solveCaptcha } from '#server/kernel/testing/captcha.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { createUser, password } from '#server/platform/sessions/testing/people.ts'
import { addressOf, networkOf } from './addresses.ts'
import { warnOfUnknownProxies } from './proxies.ts'

const shop = await fileFixture(openTestShop({ env: { RATE_LIMITS: 'on' } }))

const from = (ip: string) =>
  addressOf({ ip, socket: { remoteAddress: '::ffff:10.0.0.1' } } as never)

test('reads the address that proxies report, or that of the connection', () => {
  expect(from('203.0.113.7')).toBe('203.0.113.7')
  expect(from('203.0.113.7:4711')).toBe('203.0.113.7')
  expect(from('[2001:db8::7]:4711')).toBe('2001:db8::7')
  expect(from('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(from('fe80::1%eth0')).toBe('fe80::1')
  for (const word of ['unknown', '_hidden', '', '203.0.113', 'x'.repeat(5000)]) {
    expect(from(word)).toBe('10.0.0.1')
  }
})

test('counts IPv6 addresses by the half that a customer cannot choose', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
  const one = networkOf('2001:db8:1:2:aaaa::1')
  expect(networkOf('2001:0db8:0001:0002::')).toBe(one)
  expect(networkOf('2001:db8:1:3:aaaa::1')).not.toBe(one)
  expect(networkOf('::1')).toBe(networkOf('::2'))
})

test('trusts a proxy on this machine, whatever it adds to the address', async () => {
  const { username } = await createUser(shop)
  const told = async (forwarded: string) => {
    const body = { username, password, token: await solveCaptcha(shop.app) }
    const headers = { 'x-forwarded-for': forwarded }
    const { status } = await shop.call(sessions.login, { body }, { headers })
    const session = await shop.db
      .selectFrom('sessions')
      .select('address')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return [status, session.address]
  }
  expect(await told('198.51.100.1:1024')).toEqual([200, '198.51.100.1'])
  expect(await told('unknown')).toEqual([200, '127.0.0.1'])
  // Addresses that the visitor adds in front are ignored.
  expect(await told('6.6.6.6, 198.51.100.2')).toEqual([200, '198.51.100.2'])
})

test('a visitor has one limit for all ports and addresses of a network', async () => {
  const ask = (forwarded: string) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'x-forwarded-for': forwarded, 'content-type': 'application/json' },
      payload: '{}',
    })
  for (const address of [
    (n: number) => `198.51.100.9:${1000 + n}`,
    (n: number) => `2001:db8::${n}`,
  ]) {
    const statuses = []
    for (let n = 1; n <= 21; n++) statuses.push((await ask(address(n))).statusCode)
    expect(statuses.filter((status) => status !== 429)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
  }
})

test('an invalid TRUST_PROXY stops the start', () => {
  for (const value of ['10.0.0.1, 10.0.1.0/24', 'uniquelocal', '::1']) {
    expect(loadConfig({ TRUST_PROXY: value }).trustProxy).toBe(value)
  }
  expect(loadConfig({}).trustProxy).toBe('loopback')
  expect(loadConfig({ TRUST_PROXY: 'none' }).trustProxy).toBe(false)
  expect(() => loadConfig({ TRUST_PROXY: 'true' })).toThrow('TRUST_PROXY is invalid')
})

test('reports an unnamed proxy once, and a named one never', async () => {
  const said: string[] = []
  const app = Fastify({
    trustProxy: 'loopback',
    logger: { level: 'warn', stream: { write: (line) => void said.push(line) } },
  })
  warnOfUnknownProxies(app)
  const ask = (remoteAddress: string, seen: string) =>
    app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': seen } })
  // A trusted proxy causes no warning, even if the visitor is on the proxy's machine.
  for (const visitor of ['198.51.100.7', '127.0.0.1']) await ask('127.0.0.1', visitor)
  expect(said).toEqual([])
  for (let n = 0; n < 2; n += 1) await ask('10.0.0.9', '198.51.100.7')
  expect(said).toHaveLength(1)
  expect(said[0]).toContain('X-Forwarded-For came from 10.0.0.9')
  await app.close()
})
