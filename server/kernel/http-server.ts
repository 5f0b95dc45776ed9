import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'

/** How long requests that have begun may take once the server closes, in milliseconds. */
const longestDrain = 10_000

/**
 * Browsers open connections ahead of need. One that has never asked anything counts as busy to
 * Node, so that a stop would wait a minute for it: such connections end when the server closes.
 */
export function httpServer(handler: RequestListener): Server {
  const unused = new Set<Socket>()
  const server = createServer({ keepAliveTimeout: 72_000 }, handler)
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  const close = server.close.bind(server)
  server.close = (done) => {
    close(done)
    for (const socket of unused) socket.destroy()
    setTimeout(() => server.closeAllConnections(), longestDrain).unref()
    return server
  }
  return server
}
