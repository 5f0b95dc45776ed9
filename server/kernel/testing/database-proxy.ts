import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { readMessages } from './postgres-messages.ts'

type Join = (client: Socket, server: Socket) => void

/** Simulates a failing network, pooler or server. Call `close()` at the end. */
export async function openDatabaseProxy(databaseUrl: string, join: Join = pipeBoth) {
  let target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  /** When each connection was attempted, by `performance.now()`. */
  const attempts: number[] = []
  let state: 'through' | 'away' | 'frozen' = 'through'
  let joinBoth = join

  const server = createServer((incoming) => {
    attempts.push(performance.now())
    if (state === 'away') return incoming.destroy()
    const outgoing = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    joinBoth(incoming, outgoing)
    if (state === 'frozen') for (const one of [incoming, outgoing]) one.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)

  /** Breaks every connection without closing it properly. */
  function cut() {
    for (const socket of sockets) socket.destroy()
  }

  return {
    url: url.href,
    attempts,
    connections: () => sockets.size / 2,
    cut,
    /** New connections pass everything except notifications, like a transaction pooler. */
    deafen() {
      joinBoth = pipeWithoutNotifications
    },
    /** Breaks every connection and rejects new ones, until `back`. */
    leave() {
      state = 'away'
      cut()
    },
    /** Keeps and accepts connections but passes no more data, until `back`. */
    freeze() {
      state = 'frozen'
      for (const socket of sockets) socket.pause()
    },
    /** New connections go to another server, as with HAProxy or a moving address. */
    leadTo(databaseUrl: string) {
      target = new URL(databaseUrl)
    },
    back() {
      state = 'through'
      for (const socket of sockets) socket.resume()
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

const pipeBoth: Join = (client, server) => {
  client.pipe(server)
  server.pipe(client)
}

const pipeWithoutNotifications: Join = (client, server) => {
  const read = readMessages('server', (type, _body, whole) => {
    if (type !== 'A') kept.push(whole)
  })
  const kept = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      read(chunk)
      done()
    },
  })
  client.pipe(server)
  server.pipe(kept).pipe(client)
}
