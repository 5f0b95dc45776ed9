import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { leave, missMachine, newClient } from './servers.ts'

type Options = {
  /** Runs on every new connection before it counts as open: LISTEN, locks. */
  prepare: (client: pg.Client) => Promise<unknown>
  /** Called when it is open again after a break, during which anything may have happened. */
  onReturn?: () => void
  /** Between two attempts, in milliseconds. */
  pause?: number
  /** How often the server is asked for a sign of life, in milliseconds. */
  askEvery?: number
  /** How long it may take for an answer, in milliseconds. */
  answerWithin?: number
}

export type KeptConnection = {
  /** The open connection. Throws while it is broken. */
  client(): pg.Client
  close(): Promise<void>
}

/**
 * A connection of its own for LISTEN and advisory locks, which end with a session. When it breaks,
 * it is opened again, one attempt at a time. The first attempt rejects, so that a start fails. One that
 * stays open while nobody answers on it any more tells of nothing: it is asked, and broken off.
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
    // pg says `end` for an attempt that failed, too: only what was open is opened again.
    client.once('end', () => {
      const broke = state === 'open'
      state = 'ended'
      if (broke) void reopen()
    })
    try {
      await client.connect()
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
      client.query('select 1').catch(() => client.connection.stream.destroy())
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
