import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { addressOf } from './addresses.ts'

const ranges = ['loopback', 'linklocal', 'uniquelocal']

export function namesProxies(text: string): boolean {
  return text === 'none' || text.split(',').every((part) => isProxy(part.trim()))
}

function isProxy(name: string) {
  const [address = '', bits = '0'] = name.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return ranges.includes(name) || (/^\d+$/.test(bits) && Number(bits) <= most)
}

/** Warns of at most ten proxies, as anyone can send the header. Their visitors share one limit. */
export function warnOfUnknownProxies(app: FastifyInstance) {
  const warned = new Set<string>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { remoteAddress = '' } = request.socket
    // Behind a trusted proxy, `ips` also contains the forwarded address, even if both are equal.
    const unknown = request.headers['x-forwarded-for'] && (request.ips ?? []).length < 2
    if (unknown && warned.size < 10 && !warned.has(remoteAddress)) {
      warned.add(remoteAddress)
      request.log.warn(
        `X-Forwarded-For came from ${addressOf(request)}, which TRUST_PROXY does not include. All visitors behind it count as one.`,
      )
    }
    done()
  })
}
