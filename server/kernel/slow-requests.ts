import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Files may be sent for as long as the server waits at most. */
    takesLong?: boolean
  }
}

const late = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

/**
 * Ends requests whose body does not come within so many milliseconds: half-sent ones, which cost
 * their sender nothing, would be held open by the thousand.
 */
export function endSlowRequests(app: FastifyInstance, longest = 30_000) {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    const hasBody = encoding !== undefined || (length !== undefined && length !== '0')
    // What the server asks of itself comes over no connection.
    const watched = hasBody && raw.socket instanceof Socket
    if (!watched) return done()
    const endLate = () => {
      const timer = setTimeout(() => {
        if (raw.complete) return
        if (!reply.sent) raw.socket.end(late)
        raw.destroy()
      }, longest).unref()
      raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    }
    // A file may take long while it is wanted: what is refused has been answered before.
    if (request.routeOptions.config.takesLong) reply.raw.once('finish', endLate)
    else endLate()
    done()
  })
}
