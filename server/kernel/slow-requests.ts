import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Files may be sent for as long as the server waits at most. */
    takesLong?: boolean
  }
}

/**
 * Ends requests whose body does not come within so many milliseconds: half-sent ones, which cost
 * their sender nothing, would be held open by the thousand.
 */
export function endSlowRequests(app: FastifyInstance, longest = 30_000) {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    const hasBody = encoding !== undefined || (length !== undefined && length !== '0')
    // What the server asks of itself comes over no connection.
    const watched = hasBody && raw.socket instanceof Socket
    if (!watched || request.routeOptions.config.takesLong) return done()
    const timer = setTimeout(() => {
      if (raw.complete) return
      raw.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
      raw.destroy()
    }, longest).unref()
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    done()
  })
}
