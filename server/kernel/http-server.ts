import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'

/** How long requests that have begun may take once the server closes, in milliseconds. */
const longestDrain = 10_000
const sweepEvery = 50
/** How long a request may take to come, in milliseconds: half a gigabyte over a slow line. */
const longestUpload = 3_600_000

/**
 * A server that closes as soon as its requests are answered. Node ends the connections that are
 * idle when `close` is called; what a browser opened ahead of need and never used counts as busy,
 * and what falls idle later is kept for its keep-alive time. Either held up a stop for a minute.
 */
export function httpServer(handler: RequestListener): Server {
  const unused = new Set<Socket>()
  const server = createServer({ keepAliveTimeout: 72_000, requestTimeout: longestUpload }, handler)
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  const close = server.close.bind(server)
  server.close = (done) => {
    const sweep = setInterval(() => server.closeIdleConnections(), sweepEvery)
    const end = setTimeout(() => server.closeAllConnections(), longestDrain)
    server.once('close', () => {
      clearInterval(sweep)
      clearTimeout(end)
    })
    close(done)
    for (const socket of unused) socket.destroy()
    return server
  }
  return server
}
