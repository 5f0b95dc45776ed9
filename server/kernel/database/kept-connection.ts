import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { acceptsWrites, leave, missMachine, newClient } from './client.ts'

type Options = {
  /** Prepares every new connection before it counts as open: LISTEN, locks. */
  prepare: (client: pg.Client) => Promise<unknown>
  /** Called when the connection is open again. Changes may have been missed in the meantime. */
  onReturn?: () => void
  /** Milliseconds between two attempts. */
  pause?: number
  /** Milliseconds between two checks that the server still responds and accepts writes. */
  askEvery?: number
  /** How long the server may take to respond, in milliseconds. */
  answerWithin?: number
}

export type KeptConnection = {
  /** The open connection. Throws while it is broken. */
  client(): pg.Client
  close(): Promise<void>
}

/**
 * Keeps a connection open for LISTEN and advisory locks. Rejects if the first attempt fails. Leaves
 * a server that became a standby, because a standby has locks of its own.
 */
export async function keepConnection(url: string, options: Options): Promise<KeptConnection> {
  const { prepare, onReturn = () => {}, pause = 500 } = options
  const { askEvery = 10_000, answerWithin = 10_000 } = options
  let closed = false
  let current: pg.Client | undefined = await open()

  async function open(): Promise<pg.Client> {
    const client = newClient(url, {
      connectionTimeoutMillis: answerWithin,
      query_timeout: answerWithin,
    })
    let state: 'opening' | 'open' | 'ended' = 'opening'
    // pg also emits `end` for a failed attempt. Only a connection that was open is opened again.
    client.once('end', () => {
      const broke = state === 'open'
      state = 'ended'
      if (broke) void reopen()
    })
    try {
      await client.connect()
      if (!(await acceptsWrites(client))) throw new Error('The database accepts no writes')
      await client.query(missMachine)
      await prepare(client)
      if ((state as string) === 'ended') throw new Error('Connection terminated')
    } catch (error) {
      void leave(client)
      throw error
    }
    state = 'open'
    watch(client)
    return client
  }

  function watch(client: pg.Client) {
    const asking = setInterval(() => {
      acceptsWrites(client)
        .catch(() => false)
        .then((isPrimary) => isPrimary || client.connection.stream.destroy())
    }, askEvery)
    asking.unref()
    client.once('end', () => clearInterval(asking))
  }

  async function reopen() {
    current = undefined
    while (!closed) {
      await delay(pause)
      const client = closed ? undefined : await open().catch(() => undefined)
      if (!client) continue
      if (closed) return leave(client)
      current = client
      return onReturn()
    }
  }

  return {
    client() {
      if (!current) throw new Error('The connection to the database is broken')
      return current
    },
    async close() {
      closed = true
      if (current) await leave(current)
    },
  }
}
