import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { addressOf } from './addresses.ts'

const ranges = ['loopback', 'linklocal', 'uniquelocal']

/** Whether it names proxies: addresses, networks, or a range by its name; `none` for nobody. */
export function namesProxies(text: string): boolean {
  return text === 'none' || text.split(',').every((part) => isProxy(part.trim()))
}

function isProxy(name: string) {
  const [address = '', bits = '0'] = name.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return ranges.includes(name) || (/^\d+$/.test(bits) && Number(bits) <= most)
}

/**
 * Tells the operator of a proxy whose word is not taken: all its visitors share the limits of one
 * address then, and a few can keep everybody from signing in. Once for each, and of ten at most, as
 * anybody can send the header.
 */
export function warnOfUnknownProxies(app: FastifyInstance) {
  const warned = new Set<string>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { remoteAddress = '' } = request.socket
    // Of a proxy that is known what it says is there beside its own address, though it may be the same.
    const unknown = request.headers['x-forwarded-for'] && (request.ips ?? []).length < 2
    if (unknown && warned.size < 10 && !warned.has(remoteAddress)) {
      warned.add(remoteAddress)
      request.log.warn(
        `X-Forwarded-For came from ${addressOf(request)}, which TRUST_PROXY does not name: everybody behind it counts as one visitor.`,
      )
    }
    done()
  })
}
