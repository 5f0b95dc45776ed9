import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Server as Listener, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { limitConnections } from './connection-limit.ts'

/** How long running requests may take once the server closes, in milliseconds. */
const longestDrain = 10_000
/** How long a stopping server still serves keep-alive connections, with `connection: close`. */
const farewell = 1000
/** In milliseconds. The first request of a new connection may be on its way. */
const firstRequestWithin = 2000
/** How long the headers of a request may take to arrive, in milliseconds. */
const longestHeaders = 10_000
/** How often Node ends requests that take too long, in milliseconds. */
const checkEvery = 1000
const sweepEvery = 50
/** In milliseconds. During a longer turn of the event loop, more data may have arrived. */
const shortTurn = 2
/** A server that never becomes quiet closes anyway after this time, in milliseconds. */
const longestUnrest = 3000
/** In milliseconds: enough for half a gigabyte over a slow line. See also slow-requests.ts. */
const longestUpload = 3_600_000

/**
 * A closing server first serves every request with `Connection: close`, then stops listening. Both
 * steps wait until nothing arrives, because the system resets what was not accepted or read.
 */
export function httpServer(
  handler: RequestListener,
  warn: (sentence: string) => void = () => {},
): Server {
  /** Open connections, and when each was opened. */
  const sockets = new Map<Socket, number>()
  const requested = new WeakSet<Socket>()
  const hasRequested = (socket: Socket) => requested.has(socket)
  const underway = new Set<ServerResponse>()
  /** Number of connections and requests so far. */
  let taken = 0
  let closing = false
  /** Requests that arrived while the server waits for a quiet moment. They run afterwards. */
  let putOff: (() => void)[] | undefined
  const server = createServer({
    keepAliveTimeout: 72_000,
    requestTimeout: longestUpload,
    headersTimeout: longestHeaders,
    connectionsCheckingInterval: checkEvery,
  })
  limitConnections(server, { closeIdle: () => closeUnused(hasRequested), warn })
  server.on('connection', (socket) => {
    taken += 1
    sockets.set(socket, performance.now())
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    taken += 1
    requested.add(socket)
    underway.add(response)
    response.on('close', forget)
    if (closing) response.setHeader('connection', 'close')
  })
  /** All responses share this function, because a new function per request would cost time. */
  function forget(this: ServerResponse) {
    underway.delete(this)
  }
  server.on('request', (request, response) => {
    if (putOff) putOff.push(() => handler(request, response))
    else handler(request, response)
  })
  let closed: Promise<Error | undefined> | undefined
  // Fastify closes its servers too, after this.
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
      // The `close` of node:http would end idle connections at once.
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

  /** Resolves right after a short turn of the event loop in which nothing arrived. */
  function rest(): Promise<void> {
    const until = performance.now() + longestUnrest
    const waiting: (() => void)[] = []
    putOff = waiting
    let began = performance.now()
    let before = taken
    return new Promise((resolve) => {
      // An immediate runs after all data that had arrived has been read.
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

  /** Also closes connections that browsers opened in advance, which Node counts as busy. */
  function closeUnused(isUsed = hasAsked) {
    server.closeIdleConnections()
    const late = performance.now() - firstRequestWithin
    for (const [socket, since] of sockets) if (!isUsed(socket) && since < late) socket.destroy()
  }
  return server
}

const hasAsked = (socket: Socket) => socket.bytesRead > 0

function endConnection(response: ServerResponse) {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
