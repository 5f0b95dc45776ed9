import type { IncomingHttpHeaders } from 'node:http'
import { isIP, isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * The IP address that a request comes from, as the nearest trusted proxy tells it. Proxies also write
 * ports, brackets, and words such as `unknown`: then it is that of the connection.
 */
export function addressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return plain(ip) ?? plain(socket.remoteAddress ?? '') ?? '0.0.0.0'
}

function plain(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](:\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const address = bare.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '')
  return isIP(address) ? address : undefined
}

/** Whether a request says that it came through a proxy; one that adds no header cannot be told. */
export function cameThroughProxy(headers: IncomingHttpHeaders): boolean {
  return ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some((name) => name in headers)
}

/** Whom limits count a request to. */
export function visitorOf(request: FastifyRequest): string {
  return networkOf(addressOf(request))
}

/** A network as the log may keep it: where it is from, but not who. */
export function maskedNetwork(network: string): string {
  if (isIPv4(network)) return network.replace(/\d+$/, '0/24')
  return `${network.split(':').slice(0, 3).join(':')}::/48`
}

/**
 * What requests of one customer are counted by: an address of IPv4, and of IPv6 the first half, as
 * the other half is theirs to choose.
 */
export function networkOf(address: string): string {
  if (isIPv4(address) || !isIP(address)) return address
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = written.split('::')
  const first = head.split(':').filter(Boolean)
  const last = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array<string>(8 - first.length - last.length).fill('0')
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`
}
