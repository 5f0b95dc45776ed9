import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** File uploads may take up to the server's own limit. */
    takesLong?: boolean
  }
}

const late = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

/** Limits a body to `longest` milliseconds, or thousands of half-sent requests could stay open. */
export function endSlowRequests(app: FastifyInstance, longest = 30_000) {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    const hasBody = encoding !== undefined || (length !== undefined && length !== '0')
    // The server's own calls use no connection.
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
    // An accepted upload may take long. A rejected one has this time from its response on.
    if (request.routeOptions.config.takesLong) reply.raw.once('finish', endLate)
    else endLate()
    done()
  })
}
