import type { IncomingHttpHeaders } from 'node:http'
import { isIP, isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** As the nearest trusted proxy reports it, perhaps with a port; else the connection's address. */
export function addressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return plain(ip) ?? plain(socket.remoteAddress ?? '') ?? '0.0.0.0'
}

function plain(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](:\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const address = bare.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '')
  return isIP(address) ? address : undefined
}

/** A proxy that adds none of these headers is not detected. */
export function cameThroughProxy(headers: IncomingHttpHeaders): boolean {
  return ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some((name) => name in headers)
}

export function visitorOf(request: FastifyRequest): string {
  return networkOf(addressOf(request))
}

/** Masks a network for the log: its origin stays visible, but the visitor cannot be identified. */
export function maskedNetwork(network: string): string {
  if (isIPv4(network)) return network.replace(/\d+$/, '0/24')
  return `${network.split(':').slice(0, 3).join(':')}::/48`
}

/** The full address for IPv4, and the first 64 bits for IPv6: the customer chooses the others. */
export function networkOf(address: string): string {
  if (isIPv4(address) || !isIP(address)) return address
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = written.split('::')
  const first = head.split(':').filter(Boolean)
  const last = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array<string>(8 - first.length - last.length).fill('0')
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`
}
