import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Server as Listener, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { limitConnections } from './connection-limit.ts'

/** How long requests that have begun may take once the server closes, in milliseconds. */
const longestDrain = 10_000
/** How long before that a kept connection is still answered, with `connection: close`. */
const farewell = 1000
/** How long a connection may have been there without a request, which may be on its way. */
const firstRequestWithin = 2000
const sweepEvery = 50
/** A turn of the event loop that is longer leaves time for more to come. */
const shortTurn = 2
/** A process that comes to no rest closes all the same, after so many milliseconds. */
const longestUnrest = 3000
/**
 * How long a request may take to come, in milliseconds: half a gigabyte over a slow line. What
 * takes no file is ended sooner, see slow-requests.ts.
 */
const longestUpload = 3_600_000

/**
 * A server that closes as soon as its requests are answered. Closing a connection the moment a stop
 * begins would cut a request that is on its way, so for a moment every request is still served,
 * with `Connection: close`. Then the server stops listening and closes idle connections. Both wait
 * until nothing is left to accept or to read: the system resets connections in the backlog of a
 * socket that closes, and connections with unread data.
 */
export function httpServer(
  handler: RequestListener,
  warn: (sentence: string) => void = () => {},
): Server {
  /** Connections, and since when they are there. */
  const sockets = new Map<Socket, number>()
  const underway = new Set<ServerResponse>()
  /** Connections and requests so far. */
  let taken = 0
  let closing = false
  /** What is asked while the process comes to rest, to be worked afterwards. */
  let putOff: (() => void)[] | undefined
  const server = createServer({
    keepAliveTimeout: 72_000,
    requestTimeout: longestUpload,
    headersTimeout: 30_000,
  })
  limitConnections(server, { closeIdle: closeUnused, warn })
  server.on('connection', (socket) => {
    taken += 1
    sockets.set(socket, performance.now())
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('request', (_request, response) => {
    taken += 1
    underway.add(response)
    response.on('close', forget)
    if (closing) response.setHeader('connection', 'close')
  })
  /** One function for all responses: every request pays for what is made anew. */
  function forget(this: ServerResponse) {
    underway.delete(this)
  }
  server.on('request', (request, response) => {
    if (putOff) putOff.push(() => handler(request, response))
    else handler(request, response)
  })
  let closed: Promise<Error | undefined> | undefined
  // Fastify closes its servers too, after us.
  server.close = (done) => {
    closed ??= close()
    if (done) void closed.then(done)
    return server
  }

  async function close(): Promise<Error | undefined> {
    closing = true
    for (const response of underway) endConnection(response)
    const until = performance.now() + farewell
    do await delay(sweepEvery)
    while (performance.now() < until && [...sockets.keys()].some(hasAsked))
    await rest()
    let ended = false
    const outcome = new Promise<Error | undefined>((resolve) => {
      // The close of node:http would end what is idle at once.
      Listener.prototype.close.call(server, (error) => {
        ended = true
        resolve(error)
      })
    })
    const end = performance.now() + longestDrain
    while (!ended) {
      await delay(sweepEvery)
      await rest()
      if (performance.now() > end) server.closeAllConnections()
      closeUnused()
    }
    return outcome
  }

  /** Resolves right after a short turn of the event loop in which nothing was taken in. */
  function rest(): Promise<void> {
    const until = performance.now() + longestUnrest
    const waiting: (() => void)[] = []
    putOff = waiting
    let began = performance.now()
    let before = taken
    return new Promise((resolve) => {
      // An immediate comes after everything that had arrived has been read.
      const turn = () => {
        const now = performance.now()
        if ((taken === before && now - began < shortTurn) || now > until) {
          putOff = undefined
          setImmediate(() => {
            for (const work of waiting) work()
          })
          return resolve()
        }
        began = now
        before = taken
        setImmediate(turn)
      }
      setImmediate(turn)
    })
  }

  /** Node counts connections that browsers opened in advance and never used as busy. */
  function closeUnused() {
    server.closeIdleConnections()
    const late = performance.now() - firstRequestWithin
    for (const [socket, since] of sockets) if (!hasAsked(socket) && since < late) socket.destroy()
  }
  return server
}

const hasAsked = (socket: Socket) => socket.bytesRead > 0

function endConnection(response: ServerResponse) {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
